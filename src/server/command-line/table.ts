import { misused } from '../plain-fault.ts';
import type { Command, Order } from './command.ts';
import { doctor } from './commands/doctor.ts';
import { exportAll } from './commands/export.ts';
import { importAll } from './commands/import.ts';
import { migrate } from './commands/migrate.ts';
import { planSet } from './commands/plan-set.ts';
import { tokenCreate } from './commands/token-create.ts';
import { tokenList } from './commands/token-list.ts';
import { tokenRevoke } from './commands/token-revoke.ts';
import { userAdd } from './commands/user-add.ts';
import { userList } from './commands/user-list.ts';
import { lineOf } from './parse.ts';

/** Every command: help, reading and docs are made from this. */
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

/** What a command line asks for. Throws a PlainFault where that can't be. */
export function readCommand(args: string[]): { help: string } | Order {
  const found = commands.find(({ usage }) => usage.name.split(' ').every((word, place) => args[place] === word));
  if (found !== undefined) return found.read(args.slice(found.usage.name.split(' ').length));
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') return { help: overview() };
  throw misused(
    `Unknown command “${args
      .filter((text) => !text.startsWith('-'))
      .slice(0, 2)
      .join(' ')}”; see --help.`,
  );
}

function overview(): string {
  const rows = commands.map(({ usage }) => [lineOf(usage), usage.says] as const);
  const width = Math.max(...rows.map(([line]) => line.length));
  return [
    'npm run --silent commonplace -- COMMAND',
    '',
    ...rows.map(([line, says]) => `  ${line.padEnd(width)}  ${says}`),
    '',
    "Use COMMAND --help for details. Without --silent, npm prints lines of its own before the command's output.",
  ].join('\n');
}
