import { plans, type PlanName } from '../../../v1/limits.ts';
import { misused } from '../../plain-fault.ts';
import { command } from '../command.ts';
import { tell } from '../terminal.ts';

const names = Object.keys(plans).join('|');

export const planSet = command({
  name: 'plan set',
  operands: ['NAME', names],
  says: 'Sets the plan of a user.',
  options: {},
  async run({ house, terminal, values, operands: [user = '', plan = ''] }) {
    if (!isPlan(plan)) throw misused(`A plan is one of ${names}, not “${plan}”.`);
    await house.users.require(user);
    await house.store.write(user, (writer) => writer.setPlan(plan));
    await tell(terminal, values.json, { user, plan }, `${user} has the plan ${plan}.`);
  },
});

function isPlan(text: string): text is PlanName {
  return Object.hasOwn(plans, text);
}
