import { readFileSync } from 'node:fs';
import { vocabularyPath } from '../../src/embed/minilm/model.ts';
import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { randomFrom } from '../../scripts/random.ts';
import type { OpenLibrary } from './run.ts';
import { documentsOf, type QuestionSet } from './sets.ts';

/** How often the mark "certain" is right, for one set. */
export interface Certainty {
  set: string;
  /** Of the right answers that are shown, the share that is certain, 0..1. */
  rightCertain: number;
  /** Of the searches for random words, the share that shows nothing certain, 0..1. */
  randomSilent: number;
}

/** Searches for random words in each group, of so many words each. */
const randomSearches = 100;
const fewest = 2;
const most = 5;

/** The words that the model knows: most are common in English, some are names. */
const known = () =>
  readFileSync(`${import.meta.dirname}/../../public/${vocabularyPath}`, 'utf8')
    .split('\n')
    .filter((entry) => /^[a-z]{4,}$/.test(entry));

export async function certaintyOf(
  set: QuestionSet,
  open: OpenLibrary,
  mode: SearchMode | undefined,
): Promise<Certainty> {
  const words = known();
  const random = randomFrom(95);
  const oneOf = () => words[Math.floor(random() * words.length)]!;
  let [rights, certainRights, searches, silent] = [0, 0, 0, 0];
  for (const group of set.groups) {
    const library = await open(documentsOf(group), mode);
    for (const { text, relevant } of group.queries) {
      const { positions, certain } = await library.find(text);
      const shown = positions.filter((position) => relevant.includes(position));
      rights += shown.length;
      certainRights += shown.filter((position) => certain.has(position)).length;
    }
    for (let search = 0; search < randomSearches; search++, searches++) {
      const many = fewest + (search % (most - fewest + 1));
      const { certain } = await library.find(Array.from({ length: many }, oneOf).join(' '));
      if (certain.size === 0) silent++;
    }
    await library.close();
  }
  return { set: set.name, rightCertain: certainRights / rights, randomSilent: silent / searches };
}
