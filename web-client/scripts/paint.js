/**
 * Measures how soon a board is seen by somebody who follows a link to a room on a slow line, with nothing of the
 * page in his browser: `npm run paint` (after the build) starts the server, opens a room in which a game is played,
 * and loads its link again and again in a real Chromium that is slowed down by itself. Numbers to compare, not a
 * test. `npm run paint -- --waterfall` tells also what was fetched when; `WEB_DIR` names another build to compare.
 */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

/** How many times slower the processor is made. */
const SLOWER = Number(process.env.SLOWER ?? 4);
/** Lines by the numbers that the browser's own tools give them. */
const LINES = [
  { name: "1.6 Mbit/s, 150 ms", down: 1600, up: 750, latency: 150 },
  { name: "9 Mbit/s, 60 ms", down: 9000, up: 9000, latency: 60 },
];
/** Who comes: for the first time, or with the name that the server gave before. */
const VISITORS = ["new", "known"];
const RUNS = Number(process.env.RUNS ?? 7);
const WATERFALL = process.argv.includes("--waterfall");
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const data = await mkdtemp(join(tmpdir(), "sindillo-paint-"));
const server = spawn(
  process.env.SINDILLO_BIN ?? "../target/release/sindillo",
  [
    "--listen",
    `127.0.0.1:${port}`,
    "--data",
    data,
    "--web-dir",
    process.env.WEB_DIR ?? "dist",
    "--no-address-limits",
  ],
  { stdio: "ignore" },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await answers();
  const room = await game();
  for (const line of LINES) for (const visitor of VISITORS) await measure(room, line, visitor);
} finally {
  await browser.close();
  const gone = new Promise((resolve) => server.on("exit", resolve));
  server.kill();
  await gone;
  await rm(data, { recursive: true, force: true });
}

async function measure(room, line, visitor) {
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await once(room, line, visitor, run === RUNS - 1));
  const median = (of) => times.map(of).sort((a, b) => a - b)[Math.floor(times.length / 2)];
  const [least, most] = [Math.min, Math.max].map((pick) => pick(...times.map(({ board }) => board)));
  process.stdout.write(
    `${line.name}, processor ${SLOWER} times slower, ${visitor} visitor: board after ${Math.round(median(({ board }) => board))} ms ` +
      `(${Math.round(least)} to ${Math.round(most)}, ${times.length} runs); first words ${Math.round(median(({ words }) => words))} ms, ` +
      `the page's own board ${Math.round(median(({ own }) => own))} ms\n`,
  );
}

/** One visit. Milliseconds from the moment the link was followed. */
async function once(room, line, visitor, last) {
  const context = await browser.newContext({ baseURL: address, locale: "en-GB", ...PHONE });
  if (visitor === "known") await context.request.post("/api/session", { data: { name: null } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: false });
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: line.latency,
    downloadThroughput: (line.down * 1000) / 8,
    uploadThroughput: (line.up * 1000) / 8,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watchForBoard);
  await page.goto(room, { waitUntil: "commit" });
  const times = await page
    .waitForFunction(() => window.seen?.board && window.seen.own && window.seen)
    .then((seen) => seen.jsonValue());
  if (WATERFALL && last) await tell(page);
  await context.close();
  return times;
}

/** In the page: when pits are on the screen, when those of the page itself, and when there was anything to read. */
function watchForBoard() {
  const seen = {};
  const looking = new Set();
  Object.assign(window, { seen });
  const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
  const look = () => {
    if (!seen.words && document.getElementById("page")?.textContent?.trim()) {
      seen.words = -1;
      painted((now) => {
        seen.words = now;
      });
    }
    for (const [name, where] of [
      ["board", ""],
      ["own", "#page "],
    ])
      if (!looking.has(name) && document.querySelector(`${where}[role=gridcell]`)) {
        looking.add(name);
        painted((now) => {
          seen[name] = now;
        });
      }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

async function tell(page) {
  const rows = await page.evaluate(() => {
    const [load] = performance.getEntriesByType("navigation");
    return [load, ...performance.getEntriesByType("resource")].map(
      ({ name, startTime, responseEnd, transferSize }) => ({
        name: new URL(name).pathname,
        from: startTime,
        to: responseEnd,
        bytes: transferSize,
      }),
    );
  });
  for (const { name, from, to, bytes } of rows)
    process.stdout.write(
      `  ${String(Math.round(from)).padStart(5)} to ${String(Math.round(to)).padStart(5)}  ${String(bytes).padStart(6)}  ${name}\n`,
    );
}

/** A game against a bot, in which it is the turn of its host, who waits. */
async function game() {
  const context = await browser.newContext({ baseURL: address, locale: "en-GB" });
  const page = await context.newPage();
  await context.request.post("/api/session", { data: { name: null } });
  const games = await (await context.request.get("/api/games")).json();
  const { defaults } = games.find(({ preset }) => preset === "en-dodoi");
  const settings = { ...defaults, clock: { type: "none" }, stand: { ...defaults.stand, betting: "off" } };
  const answer = await context.request.post("/api/rooms", {
    data: { settings, bots: { south: 0, north: 1 } },
  });
  const { room } = await answer.json();
  await page.goto(`/r/${room}`);
  await page.getByRole("button", { name: "Sit with South" }).click();
  await page.getByRole("button", { name: "I am ready" }).click();
  await page.locator("[role=gridcell].may-choose").first().waitFor();
  return `/r/${room}`;
}

async function answers() {
  for (;;) {
    if (server.exitCode !== null) throw new Error("the server did not start");
    const answer = await fetch(`${address}/api/games`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
