/**
 * Measures the board: `npm run frames` plays a relay of 21 laps on 2×50 with 400 seeds in a real Chromium and tells
 * how long the frames were, and what a frame cost the browser. The first depends on what else the machine does; the
 * second is processor time of the threads themselves and hardly does. Numbers to compare, not a test.
 */

import { chromium } from "@playwright/test";
import { createServer } from "vite";

const SIZES = [
  { name: "1440x900", viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  { name: "390x844 at 3x", viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true },
];
const CAP_MS = Number(process.argv[2] ?? 8000);
const RUNS = 3;
/** What the main thread does for a frame, by the names of Chromium's trace. */
const PARTS = {
  scripting: ["FireAnimationFrame"],
  style: ["UpdateLayoutTree"],
  layout: ["Layout"],
  paint: ["PrePaint", "Paint", "Layerize", "Commit"],
};

const server = await createServer({ server: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
await server.listen();
const [address] = server.resolvedUrls.local;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const { name, ...look } of SIZES) await measure(name, look);
} finally {
  await browser.close();
  await server.close();
}

async function measure(name, look) {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  await page.goto(`${address}dev/frames.html`);
  await page.waitForFunction(() => typeof window.relay === "function");
  await page.evaluate((cap) => window.relay(cap), 1000);
  for (let run = 1; run <= RUNS; run++) {
    // The browser's own notes cost time: the frames are timed without them.
    const times = await page.evaluate((cap) => window.relay(cap), CAP_MS);
    await browser.startTracing(page, { categories: ["devtools.timeline", "cc", "toplevel"] });
    const frames = await page.evaluate((cap) => window.relay(cap), CAP_MS);
    const trace = JSON.parse((await browser.stopTracing()).toString());
    tell(`${name}, run ${run}`, times, frames.length, trace.traceEvents);
  }
  await context.close();
}

function tell(name, frames, traced, events) {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  const main = busiest(events, "FireAnimationFrame");
  const cost = (names, thread) =>
    events
      .filter(
        (event) =>
          event.ph === "X" && names.includes(event.name) && (thread === null || event.tid === thread),
      )
      .reduce((sum, event) => sum + (event.tdur ?? 0), 0) /
    1000 /
    traced;
  const parts = Object.entries(PARTS).map(([part, names]) => `${part} ${cost(names, main).toFixed(2)}`);
  const whole = Object.values(PARTS).reduce((sum, names) => sum + cost(names, main), 0);
  const raster = cost(["RasterTask"], null);
  process.stdout.write(
    `${name}: ${frames.length} frames, median ${at(0.5)} ms, 95th ${at(0.95)} ms, longest ${at(1)} ms; ` +
      `main thread ${whole.toFixed(2)} ms a frame (${parts.join(", ")}), raster ${raster.toFixed(2)} ms\n`,
  );
}

/** The thread on which most of the named events are. */
function busiest(events, name) {
  const counts = new Map();
  for (const event of events)
    if (event.name === name) counts.set(event.tid, (counts.get(event.tid) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
