import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const userAdd = command({
  name: 'user add',
  operands: ['NAME'],
  says: 'Adds a user, who sees nothing of the others.',
  options: {},
  makes: true,
  async run({ house, terminal, values, operands: [name = ''], now }) {
    const user = await house.users.add(name, now);
    await tell(terminal, values.json, user, `Added the user ${user.name}.`);
  },
});
