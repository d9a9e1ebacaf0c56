import { expect, test } from 'vitest';
import { ServiceError } from '../../src/client/index.ts';
import { browserKind, launchBrowser, type Page } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough, textsTagged } from '../../scripts/harness/client.ts';
import { smallVolumeOrReason, type SmallVolume } from '../support/small-volume.ts';

const volumeMegabytes = 96;
/** Enough space for one or two notes, but not for many. */
const leftBytes = 64 * 1024;
const tag = 'full disk';
const noteOf = (number: number) => `note ${number} ${'x'.repeat(60_000)}`;

/**
 * Saves up to 40 notes until three are refused. Before each save, fills the space that the browser has freed. Returns
 * the numbers of the acknowledged notes and the errors of the others.
 */
async function saveUntilRefused(
  page: Page,
  volume: SmallVolume,
): Promise<{ acknowledged: number[]; refusals: unknown[] }> {
  const { memories } = clientThrough(page);
  const acknowledged: number[] = [];
  const refusals: unknown[] = [];
  for (let number = 1; number <= 40 && refusals.length < 3; number++) {
    volume.fill(leftBytes);
    await memories.create({ content: noteOf(number), tags: [tag] }).then(
      () => acknowledged.push(number),
      (error: unknown) => refusals.push(error instanceof ServiceError ? [error.status, error.code] : error),
    );
  }
  return { acknowledged, refusals };
}

test('if the disk is full, refuses a save with 507 and stores no part of it; works again once space is free', async ({
  skip,
}) => {
  const volume = smallVolumeOrReason(volumeMegabytes);
  if (typeof volume === 'string') return skip(volume);
  const browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()), profile: volume.path });
  try {
    const page = await browser.newPage(browser.address('popup.html'));
    const client = clientThrough(page);
    await client.memories.create({ content: 'note 0', tags: [tag] });
    // Chromium exempts an extension with unlimitedStorage from eviction, but `persisted` returns false there.
    if (browserKind() === 'firefox') expect(await page.evaluate(() => navigator.storage.persisted())).toBe(true);

    const { acknowledged, refusals } = await saveUntilRefused(page, volume);
    expect(refusals).toEqual(Array.from({ length: 3 }, () => [507, 'storage_full']));

    volume.freeSpace();
    await client.memories.create({ content: 'note with room', tags: [tag] });
    const kept = await textsTagged(client, tag);
    expect(kept).toEqual(['note with room', ...acknowledged.toReversed().map(noteOf), 'note 0']);
    expect((await client.usage.read()).memories.used).toBe(kept.length);
  } finally {
    await browser.close();
    volume.close();
  }
});
