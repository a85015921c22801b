/** A chat keeps its last lines, as many as a snapshot would bring. */

import type { ChatLine } from "../wire/generated/protocol.ts";

export function kept(lines: readonly ChatLine[], line: ChatLine, most: number): ChatLine[] {
  return [...lines, line].slice(-most);
}
