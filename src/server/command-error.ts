import { StorageFull, StoreUnavailable } from '../service/ports/failures.ts';
import { Problem } from '../service/problem.ts';
import { UnreadableFile } from '../transfer/unreadable.ts';
import { UnfitDatabase } from './database/migrate.ts';

/** The message is for the person who ran the command. Exit code 2 means wrong usage. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The error for a command line that is wrong, for example because of an unknown option. */
export const usageError = (message: string): CommandError => new CommandError(message, 2);

/** Turns anything thrown into an error for the person who ran the command. */
export function commandErrorOf(thrown: unknown): CommandError {
  if (thrown instanceof CommandError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if ([StorageFull, StoreUnavailable, UnfitDatabase, Problem, UnreadableFile].some((kind) => thrown instanceof kind))
    return new CommandError(message);
  return new CommandError(`Something went wrong: ${message}`);
}
