import { accessMarks } from './access.ts';
import { familyMarks } from './families.ts';
import type { Mark } from './mark.ts';
import { openMarks } from './open.ts';
import { operationMarks } from './operations.ts';
import { resourceMarks } from './resources.ts';
import { searchMarks } from './search.ts';
import { sourceMarks } from './source.ts';

export { whereIs, type Mark } from './mark.ts';

/** Everything that v1 says, a sentence each, and what it leaves open: a case, or the named test elsewhere, shows every one of them. */
export const marks = { ...sourceMarks, ...openMarks, ...resourceMarks, ...operationMarks, ...searchMarks, ...accessMarks, ...familyMarks } as const;

export type MarkName = keyof typeof marks;

export const markNames = Object.keys(marks) as MarkName[];

export function markOf(name: MarkName): Mark {
  return marks[name];
}
