import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsDocument } from '../../../src/server/command-line/document.ts';
import { readLine, lineText } from '../../../src/transfer/own-file.ts';

test('docs/commands.md equals the help of the commands', () => {
  expect(readFileSync('docs/commands.md', 'utf8')).toBe(commandsDocument());
});

test('the example in docs/export.md is a valid export', () => {
  const [, example = ''] = /```jsonl\n([^]*?)```/.exec(readFileSync('docs/export.md', 'utf8')) ?? [];
  const lines = example.trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  for (const [index, line] of lines.entries()) expect(lineText(readLine(line, index + 1))).toBe(`${line}\n`);
});
