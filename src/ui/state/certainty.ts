import type { Match } from '../../v1/schemas/search.ts';
import type { Listed } from './view.ts';

/**
 * Below so much of the most that the query could have scored, a hit is shown as less certain.
 * A memory that holds every word has more, however long it is: BM25+ gives a word at least 0.5 of at most 2.7, which is 0.185.
 */
const certain = 0.18;

/** Whether a hit is likely beside the point: it stays, apart from the others. */
export function isWeak({ keyword, semantic }: Match): boolean {
  return Math.max(keyword ?? 0, semantic ?? 0) < certain;
}

/** An answer with its certain hits before the others, each in their order. */
export function certainFirst(hits: Listed[]): Listed[] {
  return [...hits.filter((hit) => !isLessCertain(hit)), ...hits.filter(isLessCertain)];
}

export interface Section {
  certain: boolean;
  memories: Listed[];
}

/** A list in stretches of the certain and the less certain. */
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

/** Whether a memory was searched for and is likely beside the point. */
export function isLessCertain({ match }: Listed): boolean {
  return match !== undefined && isWeak(match);
}
