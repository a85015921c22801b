/** The HTTP routes of notices, one function each. Loaded by what needs them. */

import { ask } from "./ask.ts";
import type { PushKey, PushSubscription, PushView, PushWishes } from "./generated/protocol.ts";

export const push = {
  key: () => ask<PushKey>("GET", "/api/push/key"),
  view: () => ask<PushView>("GET", "/api/me/push"),
  subscribe: (body: PushSubscription) => ask<null>("PUT", "/api/me/push", body),
  unsubscribe: (id: string) => ask<null>("DELETE", `/api/me/push/${id}`),
  wish: (body: PushWishes) => ask<null>("PUT", "/api/me/push/wishes", body),
};
