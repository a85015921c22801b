/** Which page is shown: the lobby, a room by its link, or what lies beside them and is loaded when it is asked for. */

import { type Place, placeOf } from "./place.ts";

class Router {
  place = $state.raw<Place>({ at: "lobby" });

  start(): void {
    this.place = placeOf(location.pathname);
    addEventListener("popstate", () => {
      this.place = placeOf(location.pathname);
    });
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.place = placeOf(path.split("?", 1)[0] ?? "/");
    scrollTo(0, 0);
  }

  /** For links: a plain click stays in the page, any other is the browser's. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.defaultPrevented) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };
}

export const router = new Router();
