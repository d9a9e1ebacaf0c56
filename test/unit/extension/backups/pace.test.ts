import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { contentOf } from '../../../../src/extension/backups/copy.ts';
import type { ContentLine } from '../../../../src/transfer/own-file.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('reading a backup pauses, so that searches can run', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
  async function* lines(): AsyncGenerator<ContentLine> {
    for (let number = 0; number < 100; number++) yield { user: { name: `user ${number}`, plan: 'free' } };
  }
  let isDone = false;
  const reading = contentOf(lines()).then(() => (isDone = true));
  await setImmediate();
  expect(isDone).toBe(false);
  await reading;
});
