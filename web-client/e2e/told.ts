/** A table without a server: what was recorded of a real match is told to the page as far as a moment of it. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { EMPTY, type Model } from "../src/state/model.ts";
import { reduce } from "../src/state/reduce.ts";
import type { ServerFrame } from "../src/wire/generated/protocol.ts";

const ROOM = "0recorded0";

/** Shows the table of a recording at the first moment (or the last one) that is asked for. */
export async function tells(
  page: Page,
  recording: string,
  until: (model: Model) => boolean,
  which: "first" | "last" = "first",
): Promise<void> {
  const frames: ServerFrame[] = JSON.parse(await readFile(`src/state/recorded/${recording}.json`, "utf8"));
  const told = framesUntil(frames, until, which);
  const now = timeOf(told);
  await page.route("**/api/ws-ticket", (route) => route.fulfill({ json: { ticket: "recorded" } }));
  // The board stands before anything happens on it: what happens then is always seen happening.
  const begins = told.findIndex((frame) => frame.f === "events");
  const [first, rest] = begins < 0 ? [told, []] : [told.slice(0, begins), told.slice(begins)];
  let go: () => void = () => undefined;
  await page.routeWebSocket(/\/ws\//, (line) => {
    const tell = (frames: readonly ServerFrame[]) => {
      for (const frame of frames)
        line.send(JSON.stringify(frame.f === "welcome" ? { ...frame, now } : frame));
    };
    go = () => tell(rest);
    line.onMessage((text) => {
      if (JSON.parse(String(text)).k === "hello") tell(first);
    });
  });
  await page.clock.setFixedTime(now);
  await page.goto(`/r/${ROOM}`);
  await page.locator("[role=gridcell]").first().waitFor();
  go();
}

function framesUntil(
  frames: readonly ServerFrame[],
  until: (model: Model) => boolean,
  which: "first" | "last",
): readonly ServerFrame[] {
  let model = EMPTY;
  let end = 0;
  for (const [index, frame] of frames.entries()) {
    // A line that was lost begins anew: what came before it is not told.
    if (frame.f === "welcome" && index > 0 && end > 0) break;
    model = reduce(model, frame).model;
    if (!until(model)) continue;
    end = index + 1;
    if (which === "first") break;
  }
  if (end === 0) throw new Error("the recording never comes to that");
  return frames.slice(0, end);
}

/** The latest moment that is named in what is told. */
function timeOf(frames: readonly ServerFrame[]): number {
  const times = frames.flatMap((frame) =>
    [...JSON.stringify(frame).matchAll(/"(?:t|at|now|since)":(1[0-9]{12})/g)].map(([, time]) => Number(time)),
  );
  return Math.max(...times);
}
