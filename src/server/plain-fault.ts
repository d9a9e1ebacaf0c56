import { StorageFull, StoreUnavailable } from '../service/ports/failures.ts';
import { Problem } from '../service/problem.ts';
import { UnfitDatabase } from './database/migrate.ts';

/** What a person is told instead of what they wanted: one sentence. `exitCode` 2: it was asked for in a way that can't be. */
export class PlainFault extends Error {
  override readonly name = 'PlainFault';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command that was written wrongly. */
export const misused = (message: string): PlainFault => new PlainFault(message, 2);

/** Whatever was thrown, as what a person is told of it. */
export function plainFaultOf(thrown: unknown): PlainFault {
  if (thrown instanceof PlainFault) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if ([StorageFull, StoreUnavailable, UnfitDatabase, Problem].some((kind) => thrown instanceof kind))
    return new PlainFault(message);
  return new PlainFault(`Something went wrong: ${message}`);
}
