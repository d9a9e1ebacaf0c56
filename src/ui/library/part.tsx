import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { watchFocus } from '../components/watch-focus.ts';

/** The frame of a library section. The title takes the focus when the section opens. `lead`: the introduction. */
export function Part({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<{ list: Element; index: number } | undefined>(undefined);
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => watchFocus(section.current as HTMLElement, refocus), []);

  function onFocus({ target }: FocusEvent): void {
    const item = target instanceof Element ? target.closest('.item') : null;
    const list = item?.parentElement;
    focused.current = item && list ? { list, index: [...list.children].indexOf(item) } : undefined;
  }

  /**
   * If the focused control was removed, focuses a button of the item that is now at that position, or of the last item.
   * Without such a button, focuses the title.
   */
  function refocus(): void {
    const { list, index = 0 } = focused.current ?? {};
    const items = list?.isConnected ? [...list.children] : [];
    const next = items[Math.min(index, items.length - 1)]?.querySelector<HTMLElement>('.item-ways button');
    (next ?? heading.current)?.focus({ preventScroll: next === undefined });
  }

  return (
    <main ref={section} class="part" onFocusIn={onFocus}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead !== undefined && <p class="part-lead">{lead}</p>}
      {children}
    </main>
  );
}
