import { exportLines } from '../../transfer/export.ts';
import { textOf } from '../../transfer/format.ts';
import { command } from '../command.ts';
import { words } from '../values.ts';

export const exportAll = command({
  name: 'export',
  operands: [],
  says: 'Writes all users with their collections and memories, including the trash, as JSON Lines. Tokens are not included.',
  options: {
    user: { placeholder: 'NAME', says: 'Only this user.', many: true, read: words },
  },
  stream: 'output',
  async run({ parts, terminal, values }) {
    for (const name of values.user) await parts.users.require(name);
    const users = values.user.length > 0 ? values.user : (await parts.users.all()).map(({ name }) => name);
    for await (const line of exportLines(parts.store, users)) await terminal.write(textOf(line));
  },
});
