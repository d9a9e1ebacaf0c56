import type { Marked } from './excerpt.ts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Marks at most one range in each of two texts: from the first to the last word that differs between them. */
export function differences(one: string, other: string): [Marked, Marked] {
  const [ones, others] = [one, other].map((text) => Array.from(words.segment(text), ({ segment }) => segment)) as [
    string[],
    string[],
  ];
  const shorter = Math.min(ones.length, others.length);
  let from = 0;
  while (from < shorter && ones[from] === others[from]) from++;
  let after = 0;
  while (after < shorter - from && ones.at(-1 - after) === others.at(-1 - after)) after++;
  return [marked(ones, from, after), marked(others, from, after)];
}

function marked(segments: string[], from: number, after: number): Marked {
  const text = segments.join('');
  const start = segments.slice(0, from).join('').length;
  const end = segments.slice(0, segments.length - after).join('').length;
  return { text, marks: start === end ? [] : [{ start, end }] };
}
