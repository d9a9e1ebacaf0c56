import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const migrate = command({
  name: 'migrate',
  operands: [],
  says: 'Migrates the database to this version, as each start does, and lists the steps.',
  options: {},
  makes: true,
  async run({ parts, terminal, values }) {
    const text = parts.migrated.length === 0 ? 'The database is up to date.' : `Done: ${parts.migrated.join(', ')}.`;
    await tell(terminal, values.json, { done: parts.migrated }, text);
  },
});
