/** What a part of a plot opens: kept beside it, so that a plot in a file is a picture and nothing else. */
const opened = new WeakMap<Element, readonly string[]>();

/**
 * Says what the parts of a mark open, in the order of its data.
 * @param mark the mark's class, which is taken off again
 */
export function setOpenings(svg: SVGSVGElement, mark: string, keys: readonly (readonly string[])[]): void {
  for (const group of svg.querySelectorAll(`g.${mark}`)) {
    group.removeAttribute('class');
    for (const [place, part] of [...group.children].entries()) {
      const own = keys[place];
      if (own !== undefined) opened.set(part, own);
    }
  }
}

/** What the part of a plot under the pointer opens; null: nothing. */
export function openingOf(target: EventTarget | null): readonly string[] | null {
  return target instanceof Element ? (opened.get(target) ?? null) : null;
}
