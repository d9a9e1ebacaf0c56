import { DatabaseError } from 'pg';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';

/** The connection is gone. The last statement may or may not have run. */
export class ConnectionLost extends StoreUnavailable {}

/** PostgreSQL wants the transaction to be retried. */
export class RetryTransaction extends Error {
  override readonly name = 'RetryTransaction';
}

/** Whether PostgreSQL refused a statement because an earlier one of its transaction had failed. */
export const isRefusedAfterFailure = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25P02';

/** The message for clients. Only `cause` contains the reason. */
export const unreachableNow = `The database can't be reached`;

/** Serialization failure, deadlock. */
const retryable = ['40001', '40P01'];

/** Statement timeout, lock timeout. */
const tooLong = ['57014', '55P03'];

/** Too many connections, out of memory, unreadable or unwritable files. */
const unreachable = ['53', '58'];

/** Connection failures, server shutdown. */
const lost = ['08', '57P'];

const noSpace = /No space left on device|ENOSPC/;

/** Translates an error of a statement or connection for the service. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof StoreUnavailable) return error;
  if (noSpace.test(error.message) || (error instanceof DatabaseError && error.code === '53100'))
    return new StorageFull('The disk of the database is full', { cause: error });
  if (!(error instanceof DatabaseError) || error.severity === 'PANIC')
    return new ConnectionLost(unreachableNow, { cause: error });
  const code = error.code ?? '';
  if (retryable.includes(code)) return new RetryTransaction(error.message, { cause: error });
  if (tooLong.includes(code)) return new StoreUnavailable('The database took too long', { cause: error });
  if (lost.some((start) => code.startsWith(start))) return new ConnectionLost(unreachableNow, { cause: error });
  if (unreachable.some((start) => code.startsWith(start)))
    return new StoreUnavailable(unreachableNow, { cause: error });
  return error;
}

/** Adds the reason to an error on opening a database, for the person who starts the server. */
export function openingError(sentence: string, error: unknown): unknown {
  if (error instanceof StorageFull)
    return new StoreUnavailable(`${sentence}: the disk is full. Free some space on it and try again.`, {
      cause: error,
    });
  return error instanceof StoreUnavailable
    ? new StoreUnavailable(`${sentence}: ${reasonOf(error)}`, { cause: error })
    : error;
}

function reasonOf({ cause, message }: Error): string {
  if (cause instanceof AggregateError) return cause.errors.map(String).join(', ');
  return cause instanceof Error ? cause.message : message;
}
