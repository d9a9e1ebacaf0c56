import { monotonicFactory } from 'ulid';

/** Ids that sort by time, and within a millisecond by order of creation. */
export type NewId = (prefix: 'mem' | 'col' | 'tok', now: number) => string;

/** Makes ids of the form `<prefix>_<ULID in lower case>`. */
export function idMaker(): NewId {
  const ulid = monotonicFactory();
  return (prefix, now) => `${prefix}_${ulid(now).toLowerCase()}`;
}
