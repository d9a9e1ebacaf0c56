import { notes, wordOf } from '../../../../bench/search/notes.ts';
import { randomFrom } from '../../../../scripts/random.ts';
import type { Note, Notebook } from './notebook.ts';

/** The number of different made-up words, each with its own frequency rank. */
const ranks = 3_000;
const foreign = [
  '東京都に行きました',
  '机器学习 研究生',
  'แมวกินปลา',
  'שָׁלוֹם עולם',
  'أَهْلاً وسهلا',
  'Новогодняя ёлка',
  'Donaudampfschifffahrt im Café',
  '👍🏽 🎉',
  'running runs runner',
  "don't naïve",
];

/**
 * Gives a notebook a long history of notes that are edited, moved, deleted and restored. Calls `after` after every 20
 * notes.
 */
export async function fill(notebook: Notebook, count: number, after: () => Promise<unknown>): Promise<void> {
  const random = randomFrom(4);
  const texts = notes(count, 7, ranks);
  const id = (index: number) => `mem_${String(index).padStart(6, '0')}`;
  const someId = () => id(Math.floor(random() * count));
  const noteOf = (text: string): Note => ({
    content: contentOf(text, random),
    title: random() < 0.3 ? text.slice(0, 20) : null,
    tags: random() < 0.2 ? [wordOf(Math.floor(random() * 40)), 'Sea'] : [],
    url: random() < 0.1 ? `https://www.${wordOf(Math.floor(random() * ranks))}.example/path` : null,
    collection: random() < 0.1 ? 'col_some' : null,
  });
  for (const [index, text] of texts.entries()) {
    notebook.save(id(index), noteOf(text));
    if (random() < 0.1) notebook.save(someId(), noteOf(texts[Math.floor(random() * count)]!));
    if (random() < 0.05) notebook.trash(someId());
    if (random() < 0.02) notebook.restore(someId());
    if (random() < 0.03) notebook.erase(someId());
    if (index % 20 === 19) await after();
  }
}

function contentOf(text: string, random: () => number): string {
  const kind = random();
  if (kind < 0.02) return '?!';
  if (kind < 0.05) return text.slice(0, text.indexOf(' '));
  if (kind < 0.053) return `${text} `.repeat(300).slice(0, 65_536);
  if (kind < 0.1) return `${text} ${foreign[Math.floor(random() * foreign.length)]!}`;
  return text;
}

/** Queries of all kinds. The same seed gives the same queries. */
export function* queries(count: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  const rank = (below: number) => Math.floor(random() * below);
  const word = (below = ranks) => wordOf(rank(below));
  const joined = (times: number, make: () => string) => Array.from({ length: times }, make).join(' ');
  const misspelt = () => {
    const right = word();
    const index = 1 + rank(right.length - 1);
    return right.slice(0, index) + 'qxw'[rank(3)] + right.slice(index + rank(2));
  };
  const kinds = [
    () => `${joined(1 + rank(4), word)} `,
    () => `${joined(4, () => word(30))} ${joined(4, word)} `,
    () => word().slice(0, 1 + rank(4)),
    () => `${word()} ${word().slice(0, 2)}`,
    () => `${joined(1 + rank(2), misspelt)} `,
    () => `${word()} ${misspelt()} ${joined(2, () => word(30))} the`,
    () => foreign[rank(foreign.length)]!.split(' ')[0]! + (random() < 0.5 ? ' ' : ''),
    () => `zzzzqqqq ${word()} 2026 `,
    () => (random() < 0.1 ? joined(200, random() < 0.8 ? word : misspelt).slice(0, 1_024) : `${word()} ${word()} `),
  ];
  for (let index = 0; index < count; index++) yield kinds[index % kinds.length]!();
}
