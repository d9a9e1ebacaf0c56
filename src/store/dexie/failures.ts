import Dexie from 'dexie';

/** The two ways in which a database can fail. */
export type StorageFailure = 'full' | 'unreachable';

/** Error names caused by the state of a database, not by its use. */
const failureNames: Record<string, StorageFailure> = {
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

/** On a full disk, Chromium ends a transaction with an UnknownError whose message contains this. */
const noSpace = /NO_SPACE/;

/** Dexie wraps IndexedDB's errors: in `inner`, or in `failures` if there were several requests. */
interface Wrapper extends Error {
  inner?: unknown;
  failures?: unknown[];
}

/** Returns how the database failed; undefined if the error has another cause. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (!(error instanceof Dexie.DexieError || error instanceof DOMException)) return undefined;
  const { inner, failures = [] } = error as Wrapper;
  const found = [
    noSpace.test(error.message) ? 'full' : failureNames[error.name],
    ...[inner, ...failures].map(storageFailureOf),
  ];
  return found.includes('full') ? 'full' : found.find((failure) => failure !== undefined);
}
