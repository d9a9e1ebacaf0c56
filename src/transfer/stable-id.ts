import { sha256 } from '../lib/hash.ts';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id derived from the strings that identify an item in its file. A second import of the file finds the memory by
 * this id. Ids sort by `time`, in Unix milliseconds.
 */
export function stableId(kind: 'mem' | 'col', time: number, ...identity: string[]): string {
  const hash = sha256(JSON.stringify(identity));
  const suffix = Array.from(
    { length: 16 },
    (_, index) => digits[Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16) % 32],
  );
  return `${kind}_${timeDigits(time)}${suffix.join('')}`;
}

function timeDigits(time: number): string {
  let rest = Math.max(0, Math.floor(time));
  let text = '';
  for (let index = 0; index < 10; index++) {
    text = digits[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
