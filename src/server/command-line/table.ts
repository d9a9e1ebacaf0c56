import { usageError } from '../command-error.ts';
import type { Command, ParsedCommand } from './command.ts';
import { doctor, migrate } from './commands/database.ts';
import { tokenCreate, tokenList, tokenRevoke } from './commands/token.ts';
import { exportAll, importAll } from './commands/transfer.ts';
import { planSet, userAdd, userList } from './commands/user.ts';
import { usageLine } from './parse.ts';

/** Every command. */
export const commands: readonly Command[] = [
  userAdd,
  userList,
  tokenCreate,
  tokenList,
  tokenRevoke,
  planSet,
  exportAll,
  importAll,
  migrate,
  doctor,
];

/**
 * Parses a command line.
 * @throws CommandError
 */
export function readCommand(args: string[]): { help: string } | ParsedCommand {
  const found = commands.find(({ usage }) => usage.name.split(' ').every((word, index) => args[index] === word));
  if (found !== undefined) return found.read(args.slice(found.usage.name.split(' ').length));
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') return { help: overview() };
  throw usageError(
    `Unknown command “${args
      .filter((text) => !text.startsWith('-'))
      .slice(0, 2)
      .join(' ')}”; see --help.`,
  );
}

function overview(): string {
  const rows = commands.map(({ usage }) => [usageLine(usage), usage.description] as const);
  const width = Math.max(...rows.map(([line]) => line.length));
  return [
    'npm run --silent commonplace -- COMMAND',
    '',
    ...rows.map(([line, description]) => `  ${line.padEnd(width)}  ${description}`),
    '',
    "Use COMMAND --help for details. Without --silent, npm prints its own lines before the command's output.",
  ].join('\n');
}
