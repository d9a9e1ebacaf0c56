import type { Listed } from './view.ts';

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
  return match?.certain === false;
}
