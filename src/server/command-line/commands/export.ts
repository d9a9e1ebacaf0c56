import { exportLines } from '../../transfer/export.ts';
import { textOf } from '../../transfer/format.ts';
import { command } from '../command.ts';
import { words } from '../values.ts';

export const exportAll = command({
  name: 'export',
  operands: [],
  says: 'Writes all users with their collections and memories, the trash too, as JSON Lines. Tokens are not in it.',
  options: {
    user: { placeholder: 'NAME', says: 'Only this user.', many: true, read: words },
  },
  stream: 'output',
  async run({ house, terminal, values }) {
    for (const name of values.user) await house.users.require(name);
    const users = values.user.length > 0 ? values.user : (await house.users.all()).map(({ name }) => name);
    for await (const line of exportLines(house.store, users)) await terminal.write(textOf(line));
  },
});
