import { plans, type PlanName } from '../../../v1/limits.ts';
import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const planSet = command({
  name: 'plan set',
  operands: ['NAME', Object.keys(plans).join('|')],
  says: 'Sets the plan of a user.',
  options: {},
  async run({ parts, terminal, values, operands: [user = '', plan = ''] }) {
    await parts.users.require(user);
    await parts.store.write(user, (writer) => writer.setPlan(plan as PlanName));
    await tell(terminal, values.json, { user, plan }, `${user} has the plan ${plan}.`);
  },
});
