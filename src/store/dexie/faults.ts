import Dexie from 'dexie';

/** What a database can do to us: be full, or be out of reach. */
export type Fault = 'full' | 'unreachable';

/** Names of errors that come from the state of a database, not from the way it is used. */
const faults: Record<string, Fault> = {
  QuotaExceededError: 'full',
  AbortError: 'unreachable',
  DatabaseClosedError: 'unreachable',
  InvalidStateError: 'unreachable',
  MissingAPIError: 'unreachable',
  NotFoundError: 'unreachable',
  NotReadableError: 'unreachable',
  OpenFailedError: 'unreachable',
  TimeoutError: 'unreachable',
  UnknownError: 'unreachable',
  VersionError: 'unreachable',
};

/** Chromium, on a full disk, ends a transaction with an UnknownError that holds the words of its file system. */
const noSpace = /NO_SPACE/;

/** Dexie wraps what IndexedDB says: in `inner`, and in `failures` where there were several requests. */
interface Wrapper extends Error {
  inner?: unknown;
  failures?: unknown[];
}

/** What went wrong in the database; undefined for an error that is not the database's. */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Dexie.DexieError || error instanceof DOMException)) return undefined;
  const { inner, failures = [] } = error as Wrapper;
  const found = [noSpace.test(error.message) ? 'full' : faults[error.name], ...[inner, ...failures].map(faultOf)];
  return found.includes('full') ? 'full' : found.find((one) => one !== undefined);
}
