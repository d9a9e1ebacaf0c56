import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { ofTheDay } from '../../support/rounds.ts';
import { filledLines } from './fixtures.ts';
import { setups } from './setups.ts';

test.each(setups.slice(0, 2))('import exits at a bad line while its input is still open, %s', async (_, make) => {
  const { run } = await make();
  expect(await run(['import'], '{"hello":1}\n', { staysOpen: true })).toMatchObject({
    code: 1,
    stderr: 'Line 1 of the file isn’t part of a Commonplace export.\n',
  });
});

test.each(ofTheDay(setups, 2))('exports and imports, %s', async (_, make) => {
  const lines = `${(await filledLines()).join('\n')}\n`;
  const { run, done } = await make();
  const folder = temporaryFolder('transfer');
  onTestFinished(() => removeFolder(folder));
  const file = join(folder, 'all.jsonl');
  writeFileSync(file, lines);
  expect(JSON.parse(await done(['import', '--file', file, '--json']))).toEqual({
    imported: 255,
    replaced: 0,
    kept: 0,
    unchanged: 0,
    refused: 0,
  });
  expect(await done(['import'], lines)).toContain('255 unchanged');
  const backup = join(folder, 'commonplace-backup.jsonl.gz');
  writeFileSync(backup, gzipSync(lines));
  expect(await done(['import', '--file', backup])).toContain('255 unchanged');
  expect(await done(['export'])).toBe(lines);
  await done([
    'export',
    '--file',
    join(folder, 'again.jsonl'),
    '--user',
    'anna',
    '--user',
    'me',
    '--user',
    'anna',
    '--user',
    'nobody',
  ]);
  expect(readFileSync(join(folder, 'again.jsonl'), 'utf8')).toBe(lines);
  const bad = await run(['import'], lines.slice(0, -20));
  expect(bad).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Line 260 of the file isn’t part of a Commonplace export\.\n$/) as string,
  });
  expect(await run(['export', '--user', 'frob', '--file', join(folder, 'none')])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no user named frob. Add one with `user add`.\n',
  });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
