/** The rows of a list, from its top. */
export function rowsIn(list: ParentNode | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The row that holds an element, or is it. */
export function rowOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[data-row]') ?? undefined;
}

/** Where a person's hands are on a list: which of its rows has the focus, and which lies under the pointer, however it came to lie there. */
export function createPinnedRows(list: () => HTMLElement | null) {
  let pointer: { x: number; y: number } | undefined;
  return {
    /** The pointer is over the list, moved or not: rows may come to lie under a pointer at rest. */
    point({ clientX, clientY }: PointerEvent): void {
      pointer = { x: clientX, y: clientY };
    },

    unpoint(): void {
      pointer = undefined;
    },

    /** Ids of the rows that must not move. */
    rows(): string[] {
      const rows = list();
      // The browser knows a pointer that has not moved since the page opened, but is late to see what came to lie under it.
      const under =
        pointer === undefined
          ? rows?.querySelector('[data-row]:hover')
          : document.elementFromPoint(pointer.x, pointer.y);
      return [document.activeElement, under ?? null].flatMap((element) =>
        rows?.contains(element) ? (rowOf(element)?.dataset['row'] ?? []) : [],
      );
    },
  };
}
