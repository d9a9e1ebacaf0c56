import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { storageFailureOf } from '../../../../src/store/dexie/failures.ts';

const full = new DOMException('Disk full', 'QuotaExceededError');
const unknown = new DOMException('Internal error', 'UnknownError');

/** Chromium 156's error on a full file system. */
const noSpace = new DOMException(
  'Connection is closing because of: IO error: .../000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)',
  'UnknownError',
);

test.each([
  ['in the browser’s error', full],
  ['in the file system’s message', noSpace],
  ['inside an aborted transaction', new Dexie.AbortError(full)],
  ['inside a failed opening', new Dexie.OpenFailedError(new Dexie.AbortError(full))],
  ['among several failed requests', new Dexie.BulkError('2 of 2 failed', [unknown, full] as never)],
])('recognises a full disk %s', (_, error) => {
  expect(storageFailureOf(error)).toBe('full');
});

test.each([
  ['an error of the browser', unknown],
  ['a closed connection', new Dexie.DatabaseClosedError()],
  ['an aborted transaction', new Dexie.AbortError('Aborted')],
  ['several failed requests', new Dexie.BulkError('2 of 2 failed', [unknown, unknown] as never)],
  ['a browser without IndexedDB', new Dexie.MissingAPIError('Missing')],
])('%s means that the database is unreachable', (_, error) => {
  expect(storageFailureOf(error)).toBe('unreachable');
});

test.each([
  ['an error of the caller', new Error('QuotaExceededError')],
  ['a thrown value that isn’t an error', 'QuotaExceededError'],
  ['a violated constraint', new Dexie.ConstraintError('Key exists')],
  ['a transaction that ended during an await of something else', new Dexie.PrematureCommitError('Too early')],
])('%s isn’t a failure of the database', (_, error) => {
  expect(storageFailureOf(error)).toBeUndefined();
});
