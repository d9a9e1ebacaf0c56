import { expect, test } from 'vitest';
import { fuzzInProcess } from '../../../../scripts/fuzz-page/in-process.ts';
import { hostileMessage } from '../../../../scripts/fuzz-page/messages.ts';
import { daySeed } from '../../../../scripts/test/day-seed.ts';
import { longProofMs, report, sized } from '../../../support/rounds.ts';

test(
  'the bridge forwards only valid calls; no hostile message makes it throw or changes a prototype',
  { timeout: longProofMs },
  async () => {
    const count = sized(1_000_000, 20_000);
    const { forwarded, problems } = await fuzzInProcess(daySeed, 0, count);
    report(`fuzz:page in process: ${count} messages of seed ${daySeed}, ${forwarded} forwarded`);
    expect(problems).toEqual([]);
    // Control: enough messages are valid calls.
    expect(forwarded).toBeGreaterThan(count / 20);
  },
);

test('the same seed and number make the same message', () => {
  const text = (index: number) =>
    JSON.stringify(hostileMessage(7, index, 'x'), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  const texts = Array.from({ length: 50 }, (_, index) => {
    try {
      return text(index);
    } catch {
      return 'cyclic';
    }
  });
  expect(new Set(texts).size).toBeGreaterThan(40);
  expect(text(0)).toBe(text(0));
});
