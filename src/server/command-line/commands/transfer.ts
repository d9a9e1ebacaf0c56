import { CommandError } from '../../command-error.ts';
import { exportLines } from '../../../service/transfer/export.ts';
import { linesIn } from '../../../transfer/lines.ts';
import { lineText } from '../../../transfer/own-file.ts';
import { importLines } from '../../transfer/import.ts';
import { command } from '../command.ts';
import { unzipped } from '../../transfer/unzipped.ts';
import { printResult } from '../terminal.ts';
import { words } from '../values.ts';

export const exportAll = command({
  name: 'export',
  operands: [],
  description:
    'Writes all users with their collections and memories, including the trash, as JSON Lines. Tokens are not included.',
  options: {
    user: { placeholder: 'NAME', description: 'Only this user.', many: true, read: words },
  },
  stream: 'output',
  async run({ parts, terminal, values }) {
    for (const name of values.user) await parts.users.require(name);
    const users =
      values.user.length > 0 ? [...new Set(values.user)] : (await parts.users.all()).map(({ name }) => name);
    for await (const line of exportLines(parts.store, users)) await terminal.write(lineText(line));
  },
});

export const importAll = command({
  name: 'import',
  operands: [],
  description:
    'Imports a file written by `export`, or a backup copied out of the extension. Importing it again changes nothing.',
  options: {},
  stream: 'input',
  createsDatabase: true,
  async run({ parts, terminal, values, now }) {
    const refuse = (sentence: string) => printResult(terminal, values.json, { refused: sentence }, sentence);
    const { created, updated, unchanged, kept, conflict, refused } = await importLines(
      linesIn(unzipped(terminal.input)),
      parts,
      now,
      refuse,
    );
    const skipped = conflict + refused;
    const text = `Imported ${created}, replaced ${updated} older, kept ${kept} newer, ${unchanged} unchanged, refused ${skipped}.`;
    await printResult(
      terminal,
      values.json,
      { imported: created, replaced: updated, kept, unchanged, refused: skipped },
      text,
    );
    if (skipped > 0)
      throw new CommandError(`${skipped} ${skipped === 1 ? 'line was' : 'lines were'} skipped; see above.`);
  },
});
