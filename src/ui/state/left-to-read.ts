import type { Reading } from '../../client/engine-panel.ts';

/** How many memories are still to be read: not those that the model can't read. */
export const leftToRead = ({ read, of, unreadable = 0 }: Reading): number => Math.max(0, of - read - unreadable);
