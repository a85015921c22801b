/** The pages, each fetched when it is asked for. */

import { spoken } from "../i18n/index.svelte.ts";

export const pages = {
  lobby: () => spoken(import("./lobby/Lobby.svelte")),
  room: () => spoken(import("./table/Room.svelte")),
  beside: () => spoken(import("./Beside.svelte")),
};
