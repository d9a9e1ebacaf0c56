import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

import { listVariable } from '../../../../scripts/browsers/temporary.ts';
import { setup, teardown } from '../../../../scripts/test/temporary-setup.ts';

const program = `
import { temporaryFolder } from './scripts/browsers/temporary.ts';
console.log(temporaryFolder('killed'));
setInterval(() => {}, 1000);
`;

test('the folders of a killed process are removed at the end of a run', async () => {
  vi.stubEnv(listVariable, process.env[listVariable]);
  setup();
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program]);
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const folder = printed.toString().trim();
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(folder)).toBe(true);
  teardown();
  expect(existsSync(folder)).toBe(false);
  vi.unstubAllEnvs();
});
