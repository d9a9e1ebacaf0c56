import { command } from '../command.ts';
import { columns, tell } from '../terminal.ts';

export const userList = command({
  name: 'user list',
  operands: [],
  says: 'Lists users with their plans and usage.',
  options: {},
  async run({ parts, terminal, values }) {
    const users = [];
    for (const user of await parts.users.all()) {
      const { plan, memories } = await parts.store.read(user.name, (reader) => reader.usage());
      users.push({ ...user, plan, memories });
    }
    const rows = users.map(({ name, plan, memories, createdAt }) => [name, plan, String(memories), createdAt]);
    await tell(terminal, values.json, { users }, columns([['NAME', 'PLAN', 'MEMORIES', 'SINCE'], ...rows]));
  },
});
