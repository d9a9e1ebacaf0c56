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

/** Notes of 40 to 60 words, whose words are as unevenly common as in a natural language (Zipf). The same for the same seed. */
export function notes(count: number, seed: number, vocabularySize = 40_000): string[] {
  const random = randomFrom(seed);
  const heaped: number[] = [];
  for (let rank = 1; rank <= vocabularySize; rank++) heaped.push((heaped.at(-1) ?? 0) + 1 / (rank + 10));
  const pick = () => wordOf(firstAbove(heaped, random() * (heaped.at(-1) ?? 0)));
  return Array.from({ length: count }, () => Array.from({ length: 40 + Math.floor(random() * 21) }, pick).join(' '));
}

/** The word of a rank, counted from 0: a number to the base 20, read out in syllables. */
export function wordOf(rank: number): string {
  const lower = rank % syllables.length;
  return rank < syllables.length
    ? syllables[lower]! + 'n'
    : wordOf(Math.floor(rank / syllables.length) - 1).slice(0, -1) + syllables[lower]! + 'n';
}

/** The place of the first of rising numbers that is above `limit`. */
function firstAbove(rising: number[], limit: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
