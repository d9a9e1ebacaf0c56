import { limitLessCertain, isLessCertain } from './certainty.ts';
import type { Listed } from './view.ts';

/**
 * Merges a better answer into the shown list without moving pinned rows. Keeps pinned rows and all rows above them.
 * Below them come the other rows of the better answer. Last come the shown rows that the answer lacks: the list must
 * not shrink under a pointer. Without pinned rows, returns the better answer.
 * @param pinned ids; one that isn't shown is ignored
 */
export function mergeKeepingPinned(shown: Listed[], better: Listed[], pinned: Iterable<string>): Listed[] {
  const ids = new Set(pinned);
  const last = shown.findLastIndex(({ id }) => ids.has(id));
  if (last < 0) return better;
  const kept = shown.slice(0, last + 1);
  const below = shown.slice(last + 1);
  return [...kept, ...exclude(better, kept), ...exclude(below, better)];
}

/**
 * Merges another answer into a list that “Show more” extends or has extended. The list's certain rows stay in place,
 * like pinned ones, but show the latest version.
 */
export function mergeExtended(shown: Listed[], answer: Listed[], pinned: Iterable<string>): Listed[] {
  const certain = shown.filter((memory) => !isLessCertain(memory)).map(({ id }) => id);
  const byId = new Map(answer.map((memory) => [memory.id, memory]));
  const latest = shown.map((memory) => {
    const now = byId.get(memory.id) ?? memory;
    return now.version === memory.version ? memory : now;
  });
  return limitLessCertain(mergeKeepingPinned(latest, answer, [...pinned, ...certain]));
}

/**
 * Applies a new answer to a list and keeps the order of the rows that are in both. A new row comes after the row that
 * precedes it in the answer. Certain rows come before the others.
 */
export function updateInOrder(shown: Listed[], answer: Listed[]): Listed[] {
  const byId = new Map(answer.map((memory) => [memory.id, memory]));
  const merged = shown.flatMap(({ id }) => byId.get(id) ?? []);
  for (const [index, memory] of answer.entries()) {
    if (!merged.includes(memory)) merged.splice(merged.indexOf(answer[index - 1]!) + 1, 0, memory);
  }
  return [...merged.filter((memory) => !isLessCertain(memory)), ...merged.filter(isLessCertain)];
}

/** Whether a list shows the same as an answer: the same memories, in the same versions and order. */
export const isUpToDate = (shown: Listed[], answer: Listed[]): boolean =>
  isSameOrder(shown, answer) && shown.every(({ version }, index) => version === answer[index]?.version);

/** Whether two lists have the same memories in the same order. */
export function isSameOrder(one: Listed[], other: Listed[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

/** The memories of `list` that aren't in `others`. */
export function exclude(list: Listed[], others: Listed[]): Listed[] {
  const ids = new Set(others.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
