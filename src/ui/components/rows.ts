import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Listed } from '../state/view.ts';

/** Renders a list of memories, or the part of it in sight. */
export type RowsComponent = FunctionComponent<{
  memories: readonly Listed[];
  renderRow(memory: Listed, index: number): ComponentChildren;
}>;

/** The element that scrolls a list. */
export const scrollerOf = (list: HTMLElement | null): HTMLElement | null =>
  list?.closest<HTMLElement>('[data-scroller]') ?? null;

/** The rows of a list, from the top. */
export function rowsIn(list: ParentNode | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The row that an element is in, which may be the element itself. */
export function rowOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[data-row]') ?? undefined;
}

/**
 * Tracks the rows that must not move: the focused one and the one under the pointer.
 * @param pinsHovered whether a row under the pointer must not move
 */
export function createPinnedRows(list: () => HTMLElement | null, pinsHovered: (id: string) => boolean) {
  let pointer: { x: number; y: number } | undefined;
  return {
    /** Call when the pointer is over the list, even if it hasn't moved: rows can appear under a resting pointer. */
    point({ clientX, clientY }: PointerEvent): void {
      pointer = { x: clientX, y: clientY };
    },

    unpoint(): void {
      pointer = undefined;
    },

    rows(): string[] {
      const rows = list();
      // `:hover` works for a pointer that hasn't moved since the page opened, but updates late after a layout change.
      const hovered =
        pointer === undefined
          ? rows?.querySelector('[data-row]:hover')
          : document.elementFromPoint(pointer.x, pointer.y);
      const idsAt = (element: Element | null | undefined) =>
        [element ?? null].flatMap((one) => (rows?.contains(one) ? (rowOf(one)?.dataset['row'] ?? []) : []));
      return [...idsAt(document.activeElement), ...idsAt(hovered).filter(pinsHovered)];
    },
  };
}
