import type { Panel } from '../../scripts/browsers/index.ts';

export async function waitInPanel(panel: Panel, selector: string, text: string): Promise<void> {
  await panel.waitFor((wanted, words) => document.querySelector(wanted)?.textContent?.includes(words), selector, text);
}

/** Runs in the panel. Returns the visible parts that scroll sideways, and the controls that the panel cuts off. */
export function beyondPanel(): string[] {
  const visible = [...document.querySelectorAll<HTMLElement>('*')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const scrolls = (one: HTMLElement) =>
    one.scrollWidth > one.clientWidth &&
    (one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX));
  /** Whether the panel's edges cut off a control. Tags don't count, since a row's line of tags fades out at its end. */
  const isCut = (one: HTMLElement) => {
    const { left, right, width } = one.getBoundingClientRect();
    return (
      one.matches('a, button, input, select, textarea') &&
      width > 1 &&
      !one.matches('.memory-tag') &&
      (left < 0 || right > innerWidth)
    );
  };
  return visible
    .filter((one) => scrolls(one) || isCut(one))
    .map(
      (one) => `${one.localName}.${one.className} ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 30)}`,
    );
}
