import { StorageFull, StoreUnavailable } from '../service/ports/failures.ts';
import { Problem } from '../service/problem.ts';
import { UnreadableFile } from '../transfer/unreadable.ts';
import { UnfitDatabase } from './database/migrate.ts';

/** An error whose message is for the user. Exit code 2 means wrong usage. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An error in how a command is written. */
export const misused = (message: string): UserError => new UserError(message, 2);

/** Turns anything thrown into an error for the user. */
export function userErrorOf(thrown: unknown): UserError {
  if (thrown instanceof UserError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if ([StorageFull, StoreUnavailable, UnfitDatabase, Problem, UnreadableFile].some((kind) => thrown instanceof kind))
    return new UserError(message);
  return new UserError(`Something went wrong: ${message}`);
}
