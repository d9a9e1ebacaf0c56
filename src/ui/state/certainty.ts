import type { Listed } from './view.ts';

/** How many less certain hits are shown: too many would bury the answer. */
const maxLessCertain = 3;

/** Keeps all certain hits, and only the first few less certain ones. */
export function limitLessCertain(hits: Listed[]): Listed[] {
  let left = maxLessCertain;
  return hits.filter((hit) => !isLessCertain(hit) || left-- > 0);
}

export interface Section {
  certain: boolean;
  memories: Listed[];
}

/** Splits a list into runs of certain and less certain memories. */
export function sectionsOf(list: Listed[]): Section[] {
  const sections: Section[] = [];
  for (const memory of list) {
    const certain = !isLessCertain(memory);
    const latest = sections.at(-1);
    if (latest?.certain === certain) latest.memories.push(memory);
    else sections.push({ certain, memories: [memory] });
  }
  return sections;
}

/** Whether a memory is a search result that isn't a likely match (`match.certain`). */
export function isLessCertain({ match }: Listed): boolean {
  return match?.certain === false;
}
