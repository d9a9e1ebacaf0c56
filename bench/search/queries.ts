import { randomFrom } from '../../scripts/random.ts';
import type { Query, QueryKind } from './engines/engine.ts';
import { wordOf } from './notes.ts';

/** What the first answer of all is asked. */
export const firstQuery: Query = { kind: 'two words', text: `${wordOf(700)} ${wordOf(150)}` };

/** So many queries of a kind, the same each time. */
export function queriesOf(kind: QueryKind, count: number): Query[] {
  const random = randomFrom(7);
  const word = (from: number, to: number) => wordOf(from + Math.floor(random() * (to - from)));
  const words = (many: number, from: number, to: number) =>
    Array.from({ length: many }, () => word(from, to)).join(' ');
  const texts: Record<QueryKind, () => string> = {
    'two words': () => words(2, 30, 5_000),
    // Eight words, four of them among the thirty commonest.
    question: () => `${words(4, 0, 30)} ${words(4, 30, 5_000)}`,
    prefix: () => word(50, 5_000).slice(0, 4),
    typo: () => word(400, 20_000).replace(/^(..)./, '$1q'),
    filtered: () => words(2, 30, 5_000),
  };
  return Array.from({ length: count }, () => ({ kind, text: texts[kind]() }));
}
