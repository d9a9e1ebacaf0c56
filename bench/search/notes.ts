import { randomFrom } from '../../scripts/random.ts';

const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'la',
  'me',
  'ni',
  'po',
  'ru',
  'sa',
  'te',
  'vi',
  'xo',
  'zu',
  'shi',
  'tra',
  'ple',
  'gro',
  'stu',
];

/** Notes of 40 to 60 words with the word frequencies of natural language (Zipf). The same seed gives the same notes. */
export function notes(count: number, seed: number, vocabularySize = 40_000): string[] {
  const random = randomFrom(seed);
  const cumulative: number[] = [];
  for (let rank = 1; rank <= vocabularySize; rank++) cumulative.push((cumulative.at(-1) ?? 0) + 1 / (rank + 10));
  const pick = () => wordOf(firstAbove(cumulative, random() * (cumulative.at(-1) ?? 0)));
  return Array.from({ length: count }, () => Array.from({ length: 40 + Math.floor(random() * 21) }, pick).join(' '));
}

/** The word of a rank (from 0): rank + 1 in bijective base 20, with one syllable per digit, then an `n`. */
export function wordOf(rank: number): string {
  const lower = rank % syllables.length;
  return rank < syllables.length
    ? syllables[lower]! + 'n'
    : wordOf(Math.floor(rank / syllables.length) - 1).slice(0, -1) + syllables[lower]! + 'n';
}

/** The index of the first number above `limit` in an ascending list. */
function firstAbove(rising: number[], limit: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
