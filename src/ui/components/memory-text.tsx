import { computed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { rangesOf } from '../../lib/text/mark.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import { foundAt } from '../text/excerpt.ts';
import { MarkedText } from './marked-text.tsx';
import { scrollerOf } from './rows.ts';
import { useScreen } from './screen.ts';

/**
 * The whole text of a memory. If the list has found it, the matching words are marked, or else the passage found by
 * meaning. When the memory opens, the first of these that the row shows is in sight.
 */
export function MemoryText({ memory, class: name }: { memory: Memory; class: string }) {
  const { results } = useScreen();
  const text = useRef<HTMLDivElement>(null);
  const { id, content } = memory;
  const match = useMemo(
    () => computed(() => results.view.value?.memories.find((listed) => listed.id === id)?.match),
    [id],
  ).value;
  const marks = useMemo(() => rangesOf(content, match?.words ?? []), [content, match]);
  const passage = marks.length === 0 ? match?.passage : undefined;

  useLayoutEffect(() => {
    const scroller = scrollerOf(text.current);
    const found = text.current?.querySelectorAll('mark, .passage')[foundAt(marks, match?.passage)];
    scroller?.scrollTo(0, 0);
    if (scroller === null || found === undefined) return;
    const below = found.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    if (below > 0) scroller.scrollTo(0, below + scroller.clientHeight / 2);
  }, [id]);

  return (
    <div ref={text} class={`${name} reading`} dir="auto">
      {passage == null ? (
        <MarkedText text={content} marks={marks} />
      ) : (
        <>
          {content.slice(0, passage.start)}
          <span class="passage">{content.slice(passage.start, passage.end)}</span>
          {content.slice(passage.end)}
        </>
      )}
    </div>
  );
}
