import type { Passage } from '../ports/embedder.ts';

type Part = Pick<Passage, 'start' | 'end'>;

/** The part of a memory's content to show for its meaning; null where that is all of it, or the content has been cut shorter since it was found. */
export function passageIn(content: string, nearest: Part | undefined): Part | null {
  if (nearest === undefined) return null;
  const { start, end } = nearest;
  if (end > content.length) return null;
  return (content.slice(0, start) + content.slice(end)).trim() === '' ? null : { start, end };
}
