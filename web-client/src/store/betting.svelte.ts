/**
 * Whether this browser shows the bets of those who watch, and whether their terms were read. Kept in local storage;
 * a browser without it forgets. Whoever has an account tells the server as well, which then shows him none anywhere.
 */

import { stand } from "../wire/stand.ts";
import { session } from "./session.svelte.ts";

class Betting {
  hidden = $state(read("hidden"));
  /** Whether it was said what coins are, and understood. */
  known = $state(read("known"));

  hide(on: boolean): void {
    this.keep(on);
    if (session.who?.account) void stand.wish({ hidden: on });
  }

  /** Takes over what the server holds. */
  keep(on: boolean): void {
    this.hidden = on;
    write("hidden", on);
  }

  understand(): void {
    this.known = true;
    write("known", true);
  }
}

function read(name: string): boolean {
  try {
    return localStorage.getItem(`sindillo.betting.${name}`) === "yes";
  } catch {
    return false;
  }
}

function write(name: string, on: boolean): void {
  try {
    if (on) localStorage.setItem(`sindillo.betting.${name}`, "yes");
    else localStorage.removeItem(`sindillo.betting.${name}`);
  } catch {
    // Storage is off: the choice holds until the page is closed.
  }
}

export const betting = new Betting();
