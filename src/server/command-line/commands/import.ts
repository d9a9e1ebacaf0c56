import { PlainFault } from '../../plain-fault.ts';
import { importLines } from '../../transfer/import.ts';
import { linesIn } from '../../transfer/lines.ts';
import { command } from '../command.ts';
import { tell } from '../terminal.ts';

export const importAll = command({
  name: 'import',
  operands: [],
  says: 'Brings in what `export` has written. It can be done again: what is here already stays as it is.',
  options: {},
  stream: 'input',
  makes: true,
  async run({ house, terminal, values, now }) {
    const refuse = (sentence: string) => tell(terminal, values.json, { refused: sentence }, sentence);
    const { imported, unchanged, replace, kept, refused } = await importLines(linesIn(terminal.input), house, now, refuse);
    const text = `Imported ${imported}, replaced ${replace} older, kept ${kept} newer, left ${unchanged} as they were, refused ${refused}.`;
    await tell(terminal, values.json, { imported, replaced: replace, kept, unchanged, refused }, text);
    if (refused > 0) throw new PlainFault(`${refused} of what the file holds ${refused === 1 ? 'was' : 'were'} left out; the lines above say why.`);
  },
});
