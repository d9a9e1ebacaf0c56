import type { ChromiumPage } from '../../scripts/browsers/index.ts';

/**
 * The names of the visible buttons whose centre is covered or outside of the window. Leaves out buttons that a
 * scroller hides, since the user can scroll to them, and buttons that let clicks through to what they overlay.
 */
export const coveredButtons = (page: ChromiumPage): Promise<string[]> =>
  page.evaluate(() => {
    interface Point {
      x: number;
      y: number;
    }
    const centreOf = (element: Element): Point => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    };
    function isScrolledAway(element: Element, { x, y }: Point): boolean {
      for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
        const { left, right, top, bottom } = outer.getBoundingClientRect();
        const isScroller = ['auto', 'scroll'].includes(getComputedStyle(outer).overflowY);
        // A centre less than a pixel inside an edge may be drawn on either side of that edge.
        if (isScroller && (x < left + 1 || x > right - 1 || y < top + 1 || y > bottom - 1)) return true;
      }
      return false;
    }
    return [...document.querySelectorAll('button')]
      .filter(
        (button) =>
          button.checkVisibility({ visibilityProperty: true }) && getComputedStyle(button).pointerEvents !== 'none',
      )
      .filter((button) => {
        const centre = centreOf(button);
        return !isScrolledAway(button, centre) && !button.contains(document.elementFromPoint(centre.x, centre.y));
      })
      .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '');
  });
