/** The smallest possible help for making SVG elements. Presentation attributes only: no inline styles, no markup. */

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | undefined>>;

export function el<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  parent?: Element,
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  parent?.append(element);
  return element;
}

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, typeof value === "number" ? String(round(value)) : value);
  }
}

/** Writes text only when it differs: most frames change a handful of pits. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function clear(element: Element): void {
  element.replaceChildren();
}
