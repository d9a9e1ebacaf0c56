import { randomFrom } from '../../scripts/random.ts';
import type { Query, QueryKind } from './engines/engine.ts';
import { wordOf } from './notes.ts';

export const firstQuery: Query = { kind: 'two words', text: `${wordOf(700)} ${wordOf(150)}` };

/** Always returns the same queries. */
export function queriesOf(kind: QueryKind, count: number): Query[] {
  const random = randomFrom(7);
  const word = (from: number, to: number) => wordOf(from + Math.floor(random() * (to - from)));
  const words = (howMany: number, from: number, to: number) =>
    Array.from({ length: howMany }, () => word(from, to)).join(' ');
  const texts: Record<QueryKind, () => string> = {
    'two words': () => words(2, 30, 5_000),
    // Eight words, four of them among the thirty most common.
    question: () => `${words(4, 0, 30)} ${words(4, 30, 5_000)}`,
    prefix: () => word(50, 5_000).slice(0, 4),
    typo: () => word(400, 20_000).replace(/^(..)./, '$1q'),
    filtered: () => words(2, 30, 5_000),
  };
  return Array.from({ length: count }, () => ({ kind, text: texts[kind]() }));
}
