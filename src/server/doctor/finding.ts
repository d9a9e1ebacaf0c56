import type { ServerParts } from '../compose.ts';

/** The result of one check. */
export interface Finding {
  what: string;
  /** `note`: works but could be better. */
  state: 'good' | 'note' | 'wrong';
  says: string;
}

/** Checks one thing that a server needs. Returns undefined if the check doesn't apply here. */
export type Examine = (parts: ServerParts) => Promise<Finding | undefined>;

export const good = (what: string, says: string): Finding => ({ what, state: 'good', says });
export const note = (what: string, says: string): Finding => ({ what, state: 'note', says });
export const wrong = (what: string, says: string): Finding => ({ what, state: 'wrong', says });

/** `1 memory`, `2 memories`. */
export const several = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
