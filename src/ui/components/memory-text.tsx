import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { rangesOf } from '../../lib/text/mark.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { foundMarkIndex } from '../text/excerpt.ts';
import { cutAtLinks, linksIn, stretchesOf } from '../text/links.ts';
import { scrollerOf } from './rows.ts';
import { useScreen } from './screen.ts';

/**
 * The whole text of a memory, with its addresses as links. The text is never parsed as markup. In a search result,
 * marks the matching words, or else the passage found by meaning. The excerpt in the list's row is chosen to show one
 * of the marks. If that mark is below the fold, scrolls to it.
 */
export function MemoryText({ memory, class: name }: { memory: Memory; class: string }) {
  const { results } = useScreen();
  const text = useRef<HTMLDivElement>(null);
  const { id, content } = memory;
  const match = useMemo(
    () => computed(() => results.view.value?.memories.find((listed) => listed.id === id)?.match),
    [id],
  ).value;
  const links = useMemo(() => linksIn(content), [content]);
  const marks = useMemo(() => cutAtLinks(rangesOf(content, match?.words ?? []), links), [content, match]);
  const passage = marks.length === 0 ? (match?.passage ?? undefined) : undefined;
  const stretches = useMemo(
    () => stretchesOf(content, passage === undefined ? marks : cutAtLinks([passage], links), links),
    [marks, passage],
  );
  const Marked = passage === undefined ? 'mark' : Passage;

  useLayoutEffect(() => {
    const scroller = scrollerOf(text.current);
    const found = text.current?.querySelectorAll('mark, .passage')[foundMarkIndex(marks, match?.passage)];
    scroller?.scrollTo(0, 0);
    if (scroller === null || found === undefined) return;
    const below = found.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    if (below > 0) scroller.scrollTo(0, below + scroller.clientHeight / 2);
  }, [id]);

  return (
    <div ref={text} class={`${name} reading`} dir="auto">
      {stretches.map(({ href, pieces }, index) => {
        const words = pieces.map((piece, at) => (piece.marked ? <Marked key={at}>{piece.text}</Marked> : piece.text));
        return href === undefined ? (
          words
        ) : (
          <TextLink key={index} href={href}>
            {words}
          </TextLink>
        );
      })}
    </div>
  );
}

interface PieceProps {
  children: ComponentChildren;
}

function Passage({ children }: PieceProps) {
  return <span class="passage">{children}</span>;
}

/** A link to an address, which runs from left to right even in right-to-left text. */
function TextLink({ href, children }: PieceProps & { href: string }) {
  const { openTab } = useScreen();

  /** Leaves mail links, and clicks with a modifier key, to the browser. */
  function open(event: MouseEvent): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!isPlain || href.startsWith('mailto:')) return;
    event.preventDefault();
    void openTab(href);
  }

  return (
    <a class="text-link" dir="ltr" href={href} target="_blank" rel="noopener noreferrer" onClick={open}>
      {children}
    </a>
  );
}
