/** What is answered to a written order. */

import { spoken, t } from "../../i18n/index.svelte.ts";
import type { Failure } from "../../store/room.svelte.ts";
import type { Command } from "../../wire/generated/protocol.ts";
import type { TableState } from "../table/table.svelte.ts";

export interface Reply {
  /** Whether it was done, or told. */
  readonly done: boolean;
  readonly lines: readonly string[];
  /** What `yes` does now, and nothing else that is written. */
  readonly sure?: () => Promise<Reply>;
}

export function told(...lines: readonly string[]): Reply {
  return { done: true, lines: lines.filter((line) => line !== "") };
}

export function refused(...lines: readonly string[]): Reply {
  return { done: false, lines: lines.filter((line) => line !== "") };
}

/** Sends an order, and says that it was done, or in plain words why it was not. */
export async function sent(
  table: TableState,
  command: Command,
  done: string,
  present = false,
): Promise<Reply> {
  const failure = await table.send(command, present);
  return failure === null ? told(done) : refused(await wordsOf(failure));
}

async function wordsOf(failure: Failure): Promise<string> {
  if (failure === "lost") return t("app.failed");
  try {
    const { refusalOf } = await spoken(import("../refusals.ts"));
    return refusalOf(failure);
  } catch {
    // The words could not be loaded, so the server cannot be reached any more.
    return t("app.failed");
  }
}
