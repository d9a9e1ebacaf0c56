import type { Listed } from './view.ts';

/** Less certain hits are a hint beside the answer: more of them would bury it. */
const mostLessCertain = 3;

/** An answer with no more than the first few of its less certain hits. */
export function fewLessCertain(hits: Listed[]): Listed[] {
  let left = mostLessCertain;
  return hits.filter((hit) => !isLessCertain(hit) || left-- > 0);
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
  return match?.certain === false;
}
