import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { StorageFull, StoreUnavailable } from '../../../src/service/ports/failures.ts';
import { ConnectionLost, translateError, RetryTransaction } from '../../../src/server/database/errors.ts';

function refusal(code: string, message = 'refused', severity = 'ERROR'): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code, severity });
}

test.each([
  ['a full disk', refusal('53100'), StorageFull],
  [
    'a full disk that stops the server',
    refusal('58030', 'could not write to file: No space left on device', 'PANIC'),
    StorageFull,
  ],
  ['a disk that can’t be read', refusal('58030'), StoreUnavailable],
  ['too many connections', refusal('53300'), StoreUnavailable],
  ['a statement that was cancelled', refusal('57014'), StoreUnavailable],
  ['a server that is shut down', refusal('57P01'), ConnectionLost],
  ['a server that is starting', refusal('57P03'), ConnectionLost],
  ['a server that stops itself', refusal('XX000', 'bad', 'PANIC'), ConnectionLost],
  ['a broken connection', refusal('08006'), ConnectionLost],
  ['a socket that was closed', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), ConnectionLost],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), ConnectionLost],
  ['a serialization failure', refusal('40001'), RetryTransaction],
  ['a deadlock', refusal('40P01'), RetryTransaction],
])('translates the error for %s into an error class of Commonplace', (_, error, kind) => {
  expect(translateError(error)).toBeInstanceOf(kind);
  expect(translateError(error)).toMatchObject({ cause: error });
});

test('leaves errors in a statement, programming errors and errors of Commonplace unchanged', () => {
  for (const error of [
    refusal('23505'),
    refusal('25006'),
    refusal('42601'),
    new TypeError('no'),
    new StoreUnavailable('no'),
  ])
    expect(translateError(error)).toBe(error);
});
