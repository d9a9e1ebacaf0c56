import { StorageFull, StoreUnavailable } from '../service/ports/failures.ts';
import { Problem } from '../service/problem.ts';
import { UnfitDatabase } from './database/migrate.ts';

/** An error for the user, in one sentence. `exitCode` 2: wrong usage. */
export class PlainFault extends Error {
  override readonly name = 'PlainFault';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An error in how a command is written. */
export const misused = (message: string): PlainFault => new PlainFault(message, 2);

/** Turns anything thrown into an error for the user. */
export function plainFaultOf(thrown: unknown): PlainFault {
  if (thrown instanceof PlainFault) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if ([StorageFull, StoreUnavailable, UnfitDatabase, Problem].some((kind) => thrown instanceof kind))
    return new PlainFault(message);
  return new PlainFault(`Something went wrong: ${message}`);
}
