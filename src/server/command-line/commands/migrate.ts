import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const migrate = command({
  name: 'migrate',
  operands: [],
  says: 'Brings the tables to the form of this version, as each start does, and says which steps were done.',
  options: {},
  makes: true,
  async run({ house, terminal, values }) {
    const text = house.migrated.length === 0 ? 'The tables have the form of this version: nothing was to do.' : `Done: ${house.migrated.join(', ')}.`;
    await tell(terminal, values.json, { done: house.migrated }, text);
  },
});
