import { PlainFault } from '../../plain-fault.ts';
import { importLines } from '../../transfer/import.ts';
import { linesIn } from '../../transfer/lines.ts';
import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const importAll = command({
  name: 'import',
  operands: [],
  says: 'Imports a file written by `export`. Importing it again changes nothing.',
  options: {},
  stream: 'input',
  makes: true,
  async run({ parts, terminal, values, now }) {
    const refuse = (sentence: string) => tell(terminal, values.json, { refused: sentence }, sentence);
    const { imported, unchanged, replace, kept, refused } = await importLines(
      linesIn(terminal.input),
      parts,
      now,
      refuse,
    );
    const text = `Imported ${imported}, replaced ${replace} older, kept ${kept} newer, ${unchanged} unchanged, refused ${refused}.`;
    await tell(terminal, values.json, { imported, replaced: replace, kept, unchanged, refused }, text);
    if (refused > 0)
      throw new PlainFault(`${refused} ${refused === 1 ? 'line was' : 'lines were'} skipped; see above.`);
  },
});
