import { afterAll, beforeAll, expect, test } from 'vitest';
import { coveredButtons } from '../support/covered-buttons.ts';
import { openServerPage, type ServerPage } from '../support/server-page.ts';

const count = 30;
let site: ServerPage;

beforeAll(async () => {
  site = await openServerPage();
  // Keeps notices open, so that a slow machine doesn't miss them.
  await site.page.puppeteer.evaluateOnNewDocument(() => {
    const original = globalThis.setTimeout;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms = 0, ...args: unknown[]) =>
        [4_000, 10_000, 30_000].includes(ms) ? 0 : original(work, ms, ...args),
    });
  });
  for (let number = 1; number <= count; number++)
    await site.client.memories.create({
      content: `Bleed the radiators each autumn before the boiler is switched on, says note ${Math.ceil(number / 2)}`,
      url: `https://example.org/${Math.ceil(number / 2)}`,
    });
});

afterAll(() => site?.close());

/** Seconds in a rate-limit window that doesn't end during the test. Each window begins at a multiple of its length. */
const windowSeconds = [86_400, 80_000, 70_000].find((length) => length - ((Date.now() / 1_000) % length) > 3_600);

const sizes = [
  [1440, 900],
  [1000, 700],
  [320, 800],
  [320, 568],
] as const;

/** Scroll offsets in pixels, so that different buttons come near the lower edge. */
const offsets = Array.from({ length: 10 }, (_, index) => index * 24);

/** Expects that no button is covered at any window size and scroll offset, and that each part shows a button. */
async function expectNothingCovered(...parts: string[]): Promise<void> {
  for (const [width, height] of sizes) {
    await site.page.puppeteer.setViewport({ width, height });
    const seen = await site.page.evaluate(
      (wanted) => wanted.map((part) => document.querySelector(`${part} button`)?.checkVisibility() === true),
      parts,
    );
    expect([width, seen]).toEqual([width, parts.map(() => true)]);
    for (const offset of offsets) {
      await site.page.evaluate((top) => document.querySelector('.part')?.scrollTo({ top }), offset);
      await expect.poll(() => coveredButtons(site.page), { message: `at ${width} px, ${offset} px down` }).toEqual([]);
    }
  }
  await site.page.puppeteer.setViewport({ width: 1440, height: 900 });
}

test('a notice covers no button of the duplicates', async () => {
  await site.restart();
  await site.goTo('duplicates', '.part-act button');
  await site.press('Look for duplicates');
  await site.waitForText('.notice', `${count / 2} pairs found`);
  await expectNothingCovered('.pair', '.notice');
});

test('job progress, notices and the selection bar cover no button; the number of memories is hidden while it is unknown', async () => {
  const limited = await site.client.tokens.create({
    name: 'Reading lamp',
    scopes: ['memories:read', 'memories:write', 'collections:read'],
    rateLimit: { requests: 24, seconds: windowSeconds! },
  });
  await site.press('Sign out');
  await site.signIn(limited.token);
  await site.page.evaluate(() => void (location.hash = 'memories'));
  await site.page.waitFor(() => document.querySelector('.memory'));
  await site.waitForText('.library-count', String(count));
  const selectAll = async () => {
    await site.page.evaluate(() => document.querySelector<HTMLElement>('[data-row]')!.focus());
    await site.page.press('Control+a');
    await site.waitForText('.bulk-count', 'selected');
  };
  await selectAll();
  await site.waitForText('.bulk-count', `${count} selected`);
  await site.page.press('Delete');
  await site.waitForText('.job-wait', 'minutes');
  await site.waitUntilGone('.bulk');
  await selectAll();
  await expectNothingCovered('.job', '.bulk');
  // The second job is refused. The selection and the choice of a format stay.
  await site.press('Export', '.bulk-ways');
  await site.press('CSV', '.bulk-form');
  await site.waitForText('.notice', 'Something else is still running');
  await expectNothingCovered('.job', '.bulk', '.notice');
  await site.press('Pause', '.job');
  await site.press('Stop', '.job');
  await site.waitForText('.notice', 'Deleted');
  await site.waitUntilGone('.job');
  await site.waitUntilGone('.library-head nav .library-count');
  await expectNothingCovered('.notice', '.bulk');

  // The request limit is used up, so the export waits before its first request.
  await site.press('Commonplace file', '.bulk-form');
  await site.waitForText('.job', 'Exporting: 0 of');
  await site.waitForText('.job-wait', 'Continues in');
  await expectNothingCovered('.job', '.bulk', '.notice');
  await site.press('Stop', '.job');
  await site.waitForText('.notice', 'Export stopped');
});
