/** The sheet that the first look at a board is drawn on: it lies over the page until the page has drawn its own. */

const NAME = "first-look";
const MOST_MS = 300;

/** Lays it out as a table is, and gives back where the board goes. */
export function spread(practice: boolean): HTMLElement {
  const sheet = part("first-look", document.body);
  sheet.id = NAME;
  sheet.setAttribute("aria-hidden", "true");
  part("plan-bar", sheet);
  part("beads", sheet);
  const table = part("plan-table", sheet);
  const stage = part(practice ? "plan-stage" : "plan-stage plotted", table);
  part("plan-strip", stage);
  const dug = part("plan-dug", stage);
  const host = part("plan-host", dug);
  part("plan-tools", dug);
  part("plan-strip", stage);
  part("plan-panel", table);
  return host;
}

/**
 * Resolves when a board that came with the page is on the screen, at once where none did. A browser that is given the
 * rest of the page to work on before shows nothing until that is done.
 */
export function seen(): Promise<void> {
  if (!document.getElementById(NAME) || document.hidden) return Promise.resolve();
  const painted = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  // A window that is covered is not painted.
  return Promise.race([painted, new Promise<void>((resolve) => setTimeout(resolve, MOST_MS))]);
}

/** The page stands, or has something else to show. */
export function lift(): void {
  document.getElementById(NAME)?.remove();
}

function part(name: string, parent: Element): HTMLElement {
  const made = document.createElement("div");
  made.className = name;
  parent.append(made);
  return made;
}
