import { examinations } from '../../doctor/examinations.ts';
import { CommandError } from '../../command-error.ts';
import { command } from '../command.ts';
import { columns, printResult } from '../terminal.ts';

export const migrate = command({
  name: 'migrate',
  operands: [],
  description: 'Migrates the database to this version and lists the steps. The server also does this at each start.',
  options: {},
  createsDatabase: true,
  async run({ parts, terminal, values }) {
    const text = parts.migrated.length === 0 ? 'The database is up to date.' : `Done: ${parts.migrated.join(', ')}.`;
    await printResult(terminal, values.json, { done: parts.migrated }, text);
  },
});

export const doctor = command({
  name: 'doctor',
  operands: [],
  description: 'Checks everything the server needs and says how to fix problems.',
  options: {},
  async run({ parts, terminal, values }) {
    const findings = [];
    for (const examine of examinations) {
      const found = await examine(parts);
      if (found !== undefined) findings.push(found);
    }
    const rows = findings.map(({ what, state, says }) => [state, what, says]);
    await printResult(terminal, values.json, { findings }, columns(rows));
    const wrong = findings.filter(({ state }) => state === 'wrong').length;
    if (wrong > 0)
      throw new CommandError(`${wrong} of ${findings.length} findings ${wrong === 1 ? 'needs' : 'need'} attention.`);
  },
});
