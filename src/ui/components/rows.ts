/** The rows of a list, from its top. */
export function rowsIn(place: ParentNode | null): HTMLElement[] {
  return place === null ? [] : [...place.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The row that holds an element, or is it. */
export function rowOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[data-row]') ?? undefined;
}
