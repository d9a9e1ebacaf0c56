import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../../../scripts/browsers/temporary.ts';
import { scheduleOf, type Schedule } from '../../simulation/schedule.ts';
import { shrink, storyOf } from '../../simulation/shrink.ts';

const run = promisify(execFile);

async function simulate(...options: string[]): Promise<string> {
  return (await run(process.execPath, ['test/simulation/main.ts', ...options])).stdout;
}

test('a stopped run of many seeds is continued by the same command', async () => {
  const folder = temporaryFolder('simulate');
  onTestFinished(() => removeFolder(folder));
  const file = join(folder, 'progress');
  writeFileSync(file, '9');
  const range = ['--seeds', '1..10', '--jobs', '1', '--keep', file];
  expect(await simulate(...range)).toContain('seeds 9..10: 2 schedules, each run twice, 0 with violations');
  expect(existsSync(file)).toBe(false);
  // Control: without a stopped run, the command begins with the first seed.
  expect(await simulate(...range)).toContain('seeds 1..10: 10 schedules');
});

test('a failing schedule and its description are shrunk to what the failure needs', async () => {
  const whole = scheduleOf(5);
  const needed = ({ actions, faults }: Schedule) =>
    actions.some(({ kind, device }) => kind === 'create' && device === 0) && 'answer lost' in faults;
  expect(needed(whole)).toBe(true);
  expect(whole.actions.length).toBeGreaterThan(20);
  expect(Object.keys(whole.faults).length).toBeGreaterThan(3);
  const small = await shrink(whole, async (schedule) => needed(schedule));
  expect(small.actions).toMatchObject([{ kind: 'create', device: 0 }]);
  expect(Object.keys(small.faults)).toEqual(['answer lost']);
  expect(small.devices).toBe(1);
  const stories = await Promise.all([storyOf(whole), storyOf(small)]);
  const acts = stories.map((story) => story.match(/user: /g)!.length);
  expect(acts[0]).toBeGreaterThan(20);
  expect(acts[1]).toBe(1);
});
