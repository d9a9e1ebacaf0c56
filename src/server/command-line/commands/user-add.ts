import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const userAdd = command({
  name: 'user add',
  operands: ['NAME'],
  says: "Adds a user. Users can't see each other's data.",
  options: {},
  makes: true,
  async run({ parts, terminal, values, operands: [name = ''], now }) {
    const user = await parts.users.add(name, now);
    await tell(terminal, values.json, user, `Added the user ${user.name}.`);
  },
});
