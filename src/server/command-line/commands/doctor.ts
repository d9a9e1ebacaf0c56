import { examinations } from '../../doctor/examinations.ts';
import { PlainFault } from '../../plain-fault.ts';
import { command } from '../command.ts';
import { columns, tell } from '../terminal.ts';

export const doctor = command({
  name: 'doctor',
  operands: [],
  says: 'Looks at everything that the server needs, and says what to do about what is wrong.',
  options: {},
  async run({ house, terminal, values }) {
    const findings = [];
    for (const examine of examinations) {
      const found = await examine(house);
      if (found !== undefined) findings.push(found);
    }
    const rows = findings.map(({ what, state, says }) => [state, what, says]);
    await tell(terminal, values.json, { findings }, columns(rows));
    const wrong = findings.filter(({ state }) => state === 'wrong').length;
    if (wrong > 0) throw new PlainFault(`${wrong} of ${findings.length} findings ${wrong === 1 ? 'needs' : 'need'} to be seen to.`);
  },
});
