import { expect, test } from 'vitest';
import { browserKind } from '../../scripts/browsers/index.ts';
import { fuzzInBrowser } from '../../scripts/fuzz-page/in-browser.ts';
import { daySeed } from '../../scripts/test/day-seed.ts';
import { longProofMs, report, sized } from '../support/rounds.ts';

test('hostile messages from a page get no wrong answer and change nothing', { timeout: longProofMs }, async () => {
  const count = sized(100_000, 2_000);
  const { replies, problems } = await fuzzInBrowser({ browser: browserKind(), seed: daySeed, first: 0, count });
  report(`fuzz:page in ${browserKind()}: ${count} messages of seed ${daySeed}, ${replies} replies`);
  expect(problems).toEqual([]);
  expect(replies).toBeGreaterThan(count / 50);
});
