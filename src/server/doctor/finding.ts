import type { ServerParts } from '../compose.ts';

/** What was found where something was looked at. */
export interface Finding {
  what: string;
  /** `note`: it works, and could be better. */
  state: 'good' | 'note' | 'wrong';
  /** What was found, and what to do where it is not good. */
  says: string;
}

/** Looks at one thing that a server needs; undefined where there is none of it here. */
export type Examine = (parts: ServerParts) => Promise<Finding | undefined>;

export const good = (what: string, says: string): Finding => ({ what, state: 'good', says });
export const note = (what: string, says: string): Finding => ({ what, state: 'note', says });
export const wrong = (what: string, says: string): Finding => ({ what, state: 'wrong', says });

/** `1 memory`, `2 memories`. */
export const several = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
