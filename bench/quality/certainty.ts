import { readFileSync } from 'node:fs';
import { vocabularyPath } from '../../src/embed/minilm/model.ts';
import type { SearchMode } from '../../src/v1/schemas/search.ts';
import { randomFrom } from '../../scripts/random.ts';
import type { OpenLibrary } from './run.ts';
import { documentsOf, type QuestionSet } from './sets.ts';

export interface Certainty {
  set: string;
  rightCertain: number;
  /** Of the searches for random words, the share that returns no certain hit, 0..1. */
  randomSilent: number;
  /**
   * Of the searches in each group for the next group's questions, the share that returns no certain hit, 0..1.
   * Undefined for a single group, or for groups that are translations of each other.
   */
  othersSilent: number | undefined;
}

/** How many searches for random words are made in each group. A search has `fewest` to `most` words. */
const randomSearches = 100;
const fewest = 2;
const most = 5;

/** The whole words of at least four letters in the model's vocabulary: common English words and some names. */
const vocabularyWords = () =>
  readFileSync(`${import.meta.dirname}/../../public/${vocabularyPath}`, 'utf8')
    .split('\n')
    .filter((entry) => /^[a-z]{4,}$/.test(entry));

export async function certaintyOf(
  set: QuestionSet,
  open: OpenLibrary,
  mode: SearchMode | undefined,
): Promise<Certainty> {
  const words = vocabularyWords();
  const random = randomFrom(95);
  const randomWord = () => words[Math.floor(random() * words.length)]!;
  let [relevantHits, certainHits] = [0, 0];
  const hasOthers = set.groups.length > 1 && set.languages === undefined;
  const [randomly, others] = [new Silence(), new Silence()];
  for (const [index, group] of set.groups.entries()) {
    const library = await open(documentsOf(group), mode);
    for (const { text, relevant } of group.queries) {
      const { positions, certain } = await library.find(text);
      const shown = positions.filter((position) => relevant.includes(position));
      relevantHits += shown.length;
      certainHits += shown.filter((position) => certain.has(position)).length;
    }
    for (let search = 0; search < randomSearches; search++) {
      const wordCount = fewest + (search % (most - fewest + 1));
      randomly.count(await library.find(Array.from({ length: wordCount }, randomWord).join(' ')));
    }
    if (hasOthers)
      for (const { text } of set.groups[(index + 1) % set.groups.length]!.queries)
        others.count(await library.find(text));
    await library.close();
  }
  return {
    set: set.name,
    rightCertain: certainHits / relevantHits,
    randomSilent: randomly.share,
    othersSilent: hasOthers ? others.share : undefined,
  };
}

class Silence {
  #searches = 0;
  #silent = 0;

  count({ certain }: { certain: ReadonlySet<number> }): void {
    this.#searches++;
    if (certain.size === 0) this.#silent++;
  }

  /** 0..1 */
  get share(): number {
    return this.#silent / this.#searches;
  }
}
