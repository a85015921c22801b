/** A chat keeps its last lines, as many as a snapshot would bring. */

import { CHAT_KEPT, type ChatLine } from "../wire/generated/protocol.ts";

export function kept(lines: readonly ChatLine[], line: ChatLine): ChatLine[] {
  return [...lines, line].slice(-CHAT_KEPT);
}
