import { serveUsage } from '../config.ts';
import { helpOf } from './help.ts';
import { commands } from './table.ts';
import type { Usage } from './usage.ts';

/** The help of all commands, as a page of Markdown. */
export function commandsDocument(): string {
  const section = (title: string, usage: Usage) => `## ${title}\n\n\`\`\`text\n${helpOf(usage)}\n\`\`\`\n`;
  return [
    '# The commands of the server\n',
    'Made by `node scripts/commands.ts` from the table that the commands themselves are read by. [server.md](server.md) tells how they are used, [export.md](export.md) what an export holds. Without `--silent` npm writes lines of its own to standard output, before what the command writes.\n',
    section('npm run serve', serveUsage),
    ...commands.map(({ usage }) => section(`npm run --silent commonplace -- ${usage.name}`, usage)),
  ].join('\n');
}
