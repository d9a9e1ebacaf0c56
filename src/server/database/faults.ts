import { DatabaseError } from 'pg';
import { StorageFull, StoreUnavailable } from '../../service/ports/failures.ts';

/** The connection is gone; whether what was asked last was done is not known. */
export class ConnectionLost extends StoreUnavailable {}

/** PostgreSQL asks for the transaction to be run again. */
export class RunAgain extends Error {
  override readonly name = 'RunAgain';
}

/** Said wherever it may be read by anyone who asks the service; why stands in `cause`. */
export const unreachableNow = `The database can't be reached`;

/** Serialization failure, deadlock. */
const again = ['40001', '40P01'];

/** Cancelled after the longest time that a statement may take, lock not had in time. */
const tooLong = ['57014', '55P03'];

/** No room for a connection, no memory, files that can't be read or written. */
const unreachable = ['53', '58'];

/** Connection failures, the server being shut down. */
const lost = ['08', '57P'];

const noSpace = /No space left on device|ENOSPC/;

/** What an error of a statement or of a connection means to the service; an error that is the statement's own fault stays as it is. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof StoreUnavailable) return error;
  if (noSpace.test(error.message) || (error instanceof DatabaseError && error.code === '53100'))
    return new StorageFull('The disk of the database is full', { cause: error });
  if (!(error instanceof DatabaseError) || error.severity === 'PANIC')
    return new ConnectionLost(unreachableNow, { cause: error });
  const code = error.code ?? '';
  if (again.includes(code)) return new RunAgain(error.message, { cause: error });
  if (tooLong.includes(code)) return new StoreUnavailable('The database took too long', { cause: error });
  if (lost.some((start) => code.startsWith(start))) return new ConnectionLost(unreachableNow, { cause: error });
  if (unreachable.some((start) => code.startsWith(start)))
    return new StoreUnavailable(unreachableNow, { cause: error });
  return error;
}

/** What whoever starts the server is told where a database can't be opened: with the reason, which is nobody else's to know. */
export function openingFault(sentence: string, error: unknown): unknown {
  if (error instanceof StorageFull)
    return new StoreUnavailable(`${sentence}: the disk is full. Make room on it and try again.`, { cause: error });
  return error instanceof StoreUnavailable
    ? new StoreUnavailable(`${sentence}: ${reasonOf(error)}`, { cause: error })
    : error;
}

function reasonOf({ cause, message }: Error): string {
  if (cause instanceof AggregateError) return cause.errors.map(String).join(', ');
  return cause instanceof Error ? cause.message : message;
}
