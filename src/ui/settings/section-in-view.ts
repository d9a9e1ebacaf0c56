import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** The distance of the reading line from the top of the window, as a share of the window's height. */
const readingLine = 0.3;

/**
 * Returns the id of the section of `main` that the user reads. If the page opens with the address of a section, keeps
 * that section at the top while sections load and grow. Stops when the user scrolls or moves the focus into `main`.
 */
export function useSectionInView(main: RefObject<HTMLElement | null>): string | undefined {
  const [id, setId] = useState<string>();
  useLayoutEffect(() => {
    const element = main.current!;
    const sections = [...element.children];
    const addressed = () => sections.find((section) => `#${section.id}` === location.hash);
    let followed = addressed();
    /** The scroll position and the height of `main` when the section was last brought to the top. */
    let aligned = { at: scrollY, height: element.offsetHeight };

    function align(): void {
      followed?.scrollIntoView();
      aligned = { at: scrollY, height: element.offsetHeight };
      update();
    }

    const stop = () => void (followed = undefined);
    function onScroll(): void {
      // If the page has just grown, the browser itself may have scrolled it.
      if (element.offsetHeight === aligned.height && Math.abs(scrollY - aligned.at) > 1) stop();
      update();
    }

    const update = () => setId(sectionInView(sections, addressed())?.id);

    // Runs before the browser itself jumps to the section, because that jump mustn't count as the user's scrolling.
    align();
    const growth = new ResizeObserver(align);
    growth.observe(element);
    element.addEventListener('focusin', stop);
    addEventListener('scroll', onScroll);
    addEventListener('hashchange', update);
    addEventListener('resize', update);
    return () => {
      growth.disconnect();
      element.removeEventListener('focusin', stop);
      removeEventListener('scroll', onScroll);
      removeEventListener('hashchange', update);
      removeEventListener('resize', update);
    };
  }, []);
  return id;
}

/**
 * The last section that begins above the reading line; if there is none, the first. Sections near the end of the page
 * never reach that line. So at the end, returns the section of the address if its top is in sight, else the last
 * section.
 */
function sectionInView(sections: Element[], addressed: Element | undefined): Element | undefined {
  const topOf = (section: Element) => section.getBoundingClientRect().top;
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  if (!isAtEnd) return sections.findLast((section) => topOf(section) < innerHeight * readingLine) ?? sections[0];
  return addressed !== undefined && topOf(addressed) >= 0 && topOf(addressed) < innerHeight
    ? addressed
    : sections.at(-1);
}
