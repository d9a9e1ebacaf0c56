import { command } from '../command.ts';
import { columns, tell } from '../terminal.ts';

export const userList = command({
  name: 'user list',
  operands: [],
  says: 'Lists the users with their plans and how much they hold.',
  options: {},
  async run({ house, terminal, values }) {
    const users = [];
    for (const user of await house.users.all()) {
      const { plan, memories } = await house.store.read(user.name, (reader) => reader.usage());
      users.push({ ...user, plan, memories });
    }
    const rows = users.map(({ name, plan, memories, createdAt }) => [name, plan, String(memories), createdAt]);
    await tell(terminal, values.json, { users }, columns([['NAME', 'PLAN', 'MEMORIES', 'SINCE'], ...rows]));
  },
});
