/**
 * Keeps the focus of the keyboard when what has it vanishes: a ballot closes, a question is answered, a button is
 * switched off while its order is on its way. Whoever plays by keyboard goes on from where he was.
 */

/** Where somebody lands whose place is gone, the first that there is. */
const HOMES = ["#orders", "[role=grid] [tabindex='0']", "#content"];
const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex='0']";
/** Parts of a page that belong together: what is left of one is nearer than anything else. */
const PARTS = "section, article, fieldset, [role=group], [role=tabpanel], dialog, form, li";

/** Begins to keep it; what is returned ends that. */
export function keepFocus(): () => void {
  /** What has the focus, or had it last, and what it lies in, from the inside out. */
  let last: Element | null = null;
  let around: readonly Element[] = [];
  /** Whether it has been switched off since it got the focus. */
  let wasOff = false;
  let frame = 0;

  const came = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
    around = last ? ancestors(last) : [];
    wasOff = false;
  };
  // Who presses something else, or nothing, with a pointer has left it by himself.
  const pressed = () => {
    last = null;
  };
  // Between two places nothing has the focus for a moment: whoever acted then would stop it on its way.
  const soon = () => {
    if (frame === 0) frame = requestAnimationFrame(settle);
  };
  const changed = () => {
    if (last && isOff(last)) wasOff = true;
    if (document.activeElement === document.body) soon();
  };
  const settle = () => {
    frame = 0;
    if (!last || document.activeElement !== document.body) return;
    const there = last.isConnected && isShown(last);
    if (!there) landing(around)?.focus();
    // Switched off, perhaps only until the answer comes.
    else if (isOff(last)) return;
    else if (wasOff && last instanceof HTMLElement) last.focus({ preventScroll: true });
    // Whoever went on by himself, to nothing or to the browser around the page, is let go.
    else last = null;
  };

  const observer = new MutationObserver(changed);
  document.addEventListener("focusin", came);
  document.addEventListener("focusout", soon);
  document.addEventListener("pointerdown", pressed, true);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"],
  });
  return () => {
    document.removeEventListener("focusin", came);
    document.removeEventListener("focusout", soon);
    document.removeEventListener("pointerdown", pressed, true);
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

function ancestors(element: Element): readonly Element[] {
  const parts: Element[] = [];
  for (let up = element.parentElement; up; up = up.parentElement) if (up.matches(PARTS)) parts.push(up);
  return parts;
}

/** The nearest part that is still there, or else the home of the page. */
function landing(around: readonly Element[]): HTMLElement | null {
  const dialog = document.querySelector("dialog[open]");
  for (const part of [...around, ...(dialog ? [dialog] : [])]) {
    if (!part.isConnected) continue;
    const next = firstIn(part, FOCUSABLE);
    if (next) return next;
  }
  for (const home of HOMES) {
    const next = firstIn(document, home);
    if (next) return next;
  }
  return null;
}

function firstIn(part: ParentNode, selector: string): HTMLElement | null {
  const all = [...part.querySelectorAll<HTMLElement | SVGElement>(selector)];
  return (all.find(isShown) as HTMLElement | undefined) ?? null;
}

function isOff(element: Element): boolean {
  return element.matches(":disabled");
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
