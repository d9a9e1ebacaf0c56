import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { faultOf } from '../../../../src/store/dexie/faults.ts';

const full = new DOMException('No room', 'QuotaExceededError');
const unknown = new DOMException('Internal error', 'UnknownError');

/** What Chromium 156 said on a full file system. */
const noSpace = new DOMException(
  'Connection is closing because of: IO error: .../000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)',
  'UnknownError',
);

test.each([
  ['as the browser says it', full],
  ['as its file system says it', noSpace],
  ['within an aborted transaction', new Dexie.AbortError(full)],
  ['within a database that did not open', new Dexie.OpenFailedError(new Dexie.AbortError(full))],
  ['among several requests', new Dexie.BulkError('2 of 2 failed', [unknown, full] as never)],
])('a full disk is known %s', (_, error) => {
  expect(faultOf(error)).toBe('full');
});

test.each([
  ['an error of the browser', unknown],
  ['a closed connection', new Dexie.DatabaseClosedError()],
  ['an aborted transaction', new Dexie.AbortError('Aborted')],
  ['several failed requests', new Dexie.BulkError('2 of 2 failed', [unknown, unknown] as never)],
  ['a browser without IndexedDB', new Dexie.MissingAPIError('Missing')],
])('%s puts the database out of reach', (_, error) => {
  expect(faultOf(error)).toBe('unreachable');
});

test.each([
  ['an error of the caller', new Error('QuotaExceededError')],
  ['what is thrown without being an error', 'QuotaExceededError'],
  ['a broken rule of the data', new Dexie.ConstraintError('Key exists')],
  ['an await of something else', new Dexie.PrematureCommitError('Too early')],
])('%s is not the fault of the database', (_, error) => {
  expect(faultOf(error)).toBeUndefined();
});
