import { expect, test } from 'vitest';
import { launchChromium } from '../../scripts/browsers/index.ts';
import { servePlayground } from '../playground/serve.ts';
import { expectNoAxeViolations } from '../support/axe-clean.ts';
import { editOn, pressAndSettle, saveOn, shownOn } from '../support/playground.ts';
import { waitForText } from '../support/transfer.ts';

test('the playground demonstrates a conflict and a server restored from a backup', async () => {
  const playground = await servePlayground();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage(playground.url);
    await saveOn(page, 'laptop', 'Train: 9:40');
    expect(await shownOn(page, 'Laptop')).toEqual([['Train: 9:40', 'not sent yet']]);
    await pressAndSettle(page, 'Back up');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    expect(await shownOn(page, 'Laptop')).toEqual([['Train: 9:40', 'on the server']]);

    await editOn(page, 'laptop', 1, 'Train: 10:10');
    await editOn(page, 'desktop', 1, 'Train: 9:40, platform 2');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    const both = [
      ['Train: 10:10', 'on the server'],
      ['Train: 9:40, platform 2', 'conflict copy, on the server'],
    ];
    expect(await shownOn(page, 'Laptop')).toEqual(both);
    expect(await shownOn(page, 'Desktop')).toEqual(both);

    await pressAndSettle(page, 'Restore the backup');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    await waitForText(page, '2 of 2 memories are missing on the server');
    await expectNoAxeViolations(page);
    // Both devices ask what to do with the missing memories.
    await pressAndSettle(page, 'Keep them here');
    await pressAndSettle(page, 'Keep them here');
    await pressAndSettle(page, 'Sync until nothing is left to do');
    expect(await shownOn(page, 'Laptop')).toEqual([
      ['Train: 10:10', 'only here: the server lost it'],
      ['Train: 9:40, platform 2', 'conflict copy, only here: the server lost it'],
    ]);
  } finally {
    await browser.close();
    await playground.close();
  }
});
