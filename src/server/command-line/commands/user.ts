import { type PlanName, plans } from '../../../v1/limits.ts';
import { command } from '../command.ts';
import { columns, printResult } from '../terminal.ts';

export const userAdd = command({
  name: 'user add',
  operands: ['NAME'],
  description: "Adds a user. Users can't see each other's data.",
  options: {},
  createsDatabase: true,
  async run({ parts, terminal, values, operands: [name = ''], now }) {
    const user = await parts.users.add(name, now);
    await printResult(terminal, values.json, user, `Added the user ${user.name}.`);
  },
});

export const userList = command({
  name: 'user list',
  operands: [],
  description: 'Lists users with their plans and usage.',
  options: {},
  async run({ parts, terminal, values }) {
    const users = [];
    for (const user of await parts.users.all()) {
      const { plan, memories } = await parts.store.read(user.name, (reader) => reader.usage());
      users.push({ ...user, plan, memories });
    }
    const rows = users.map(({ name, plan, memories, createdAt }) => [name, plan, String(memories), createdAt]);
    await printResult(terminal, values.json, { users }, columns([['NAME', 'PLAN', 'MEMORIES', 'SINCE'], ...rows]));
  },
});

export const planSet = command({
  name: 'plan set',
  operands: ['NAME', Object.keys(plans).join('|')],
  description: 'Sets the plan of a user.',
  options: {},
  async run({ parts, terminal, values, operands: [user = '', plan = ''] }) {
    await parts.users.require(user);
    await parts.store.write(user, (writer) => writer.setPlan(plan as PlanName));
    await printResult(terminal, values.json, { user, plan }, `${user} has the plan ${plan}.`);
  },
});
