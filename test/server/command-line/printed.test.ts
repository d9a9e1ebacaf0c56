import { describe, expect, test } from 'vitest';
import { columns, printResult } from '../../../src/server/command-line/terminal.ts';
import { readLine, lineText } from '../../../src/transfer/own-file.ts';
import { runCommand } from '../../../scripts/server/command.ts';

/** Characters and sequences that control a terminal, end a line or change the direction of text. */
const controls = [
  '\u001b[2J',
  '\u001b]0;owned\u0007',
  '\u009b2J',
  '\u007f',
  '\r',
  '\n',
  '\t',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
];

async function printed(json: boolean, value: unknown, lines: string | string[]): Promise<string> {
  let text = '';
  await printResult(
    { input: (async function* () {})(), write: async (more) => void (text += more) },
    json,
    value,
    lines,
  );
  return text;
}

/** Splits an output into lines. Asserts that none contains a control or format character, or another line separator. */
function printedLines(text: string): string[] {
  expect(text.at(-1)).toBe('\n');
  const lines = text.slice(0, -1).split('\n');
  expect(lines.filter((line) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
  return lines;
}

describe('output', () => {
  test.each(controls)('escapes %j in user data', async (part) => {
    const name = `evil${part}tok_FAKE  me  first`;
    expect(printedLines(await printed(false, {}, `Left out “${name}”.`))).toHaveLength(1);
    const table = printedLines(
      await printed(
        false,
        {},
        columns([
          ['NAME', 'PLAN'],
          [name, 'free'],
          ['anna', 'free'],
        ]),
      ),
    );
    expect(table).toHaveLength(3);
    expect(new Set(table.map((line) => line.search(/PLAN|free$/))).size).toBe(1);
    const [json = ''] = printedLines(await printed(true, { name }, ''));
    expect(JSON.parse(json)).toEqual({ name });
    const line = {
      collection: {
        id: `col_${'0'.repeat(26)}`,
        name: name.trim(),
        createdAt: '2026-03-02T10:00:00.000Z',
        updatedAt: '2026-03-02T10:00:00.000Z',
      },
    };
    const [exported = ''] = printedLines(lineText(line));
    expect(readLine(exported, 1)).toEqual(line);
  });

  test('leaves text in several scripts, emoji and a literal escape sequence unchanged', async () => {
    const text = 'Zoë’s 东京 — می‌خواهم 👩‍👩‍👧 „ok“ \\u001b';
    expect(await printed(false, {}, text)).toBe(`${text}\n`);
    expect(await printed(true, text, '')).toBe(`${JSON.stringify(text)}\n`);
  });

  test('escapes control characters in errors too', async () => {
    expect(await runCommand(['evil\u001b[2J\nforged'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown command “evil\\u001b[2J\\u000aforged”; see --help.\n',
    });
  });
});
