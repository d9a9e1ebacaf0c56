import { h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import type { SyncCheck } from '../../../../src/lib/sync.ts';
import { SyncPreview } from '../../../../src/ui/settings/sync-preview.tsx';
import { renderSettings } from '../../../support/render-settings.ts';
import { noSyncState, ourOffers, plainOffers } from '../../../support/engine-control.ts';

type Ready = Extract<SyncCheck, { status: 'ready' }>;

const ready: Ready = {
  address: 'https://memories.test',
  status: 'ready',
  offers: ourOffers,
  here: 812,
  there: 640,
  same: 598,
  isMore: false,
  deletions: 0,
  mayWrite: true,
  isLimited: false,
  collections: { see: true, change: true },
  onlyThere: [],
};

afterEach(() => vi.unstubAllGlobals());

const renderPreview = (changed: Partial<Ready> = {}) =>
  renderSettings(h(SyncPreview, { check: { ...ready, ...changed }, state: noSyncState })).root;

/** The lines of the preview, without the choices below. */
const lines = (root: HTMLElement) => [...root.querySelectorAll('li, p')].map((line) => line.textContent);

async function choose(root: HTMLElement, name: string): Promise<void> {
  const label = [...root.querySelectorAll('label')].find((one) => one.textContent === name)!;
  label.querySelector('input')!.click();
  await vi.waitFor(() => expect(label.querySelector('input')!.checked).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test('says how many memories both sides have, how many are the same, and how many each side gets', () => {
  expect(lines(renderPreview())).toEqual(
    expect.arrayContaining([
      '812 memories here',
      '640 memories on memories.test',
      '598 of them are the same on both sides',
      'This browser gets 42',
      'memories.test gets 214',
    ]),
  );
});

test('gives only bounds if the server has more memories than were counted', () => {
  const many = { here: 10_000, there: 5_000, isMore: true };
  const equal = lines(renderPreview({ ...many, same: 5_000 }));
  expect(equal).toEqual(
    expect.arrayContaining([
      'More than 5,000 memories on memories.test',
      'At least 5,000 of them are the same on both sides',
      'This browser gets the memories it doesn’t have',
      'memories.test gets up to 5,000',
    ]),
  );
  const some = lines(renderPreview({ ...many, same: 4_000 }));
  expect(some).toContain('This browser gets at least 1,000');
  expect(some).toContain('memories.test gets up to 6,000');
  expect(lines(renderPreview({ ...many, same: 0 })).join(' ')).not.toContain('At least 0');
  expect(lines(renderPreview({ ...many, here: 5_000, same: 5_000 })).join(' ')).not.toContain('memories.test gets');
});

/** The lines that say how many memories are the same on both sides, or how many a side gets. */
const numberLines = (root: HTMLElement) => lines(root).filter((line) => /same on both|gets/.test(line ?? ''));

test('says either how many deletions made here will be sent, or that nothing is deleted', async () => {
  const root = renderPreview({ here: 5, there: 8, same: 5, deletions: 3 });
  const text = () => lines(root).join(' ');
  expect(text()).toContain('3 memories that you deleted here move to the trash on memories.test');
  expect(text()).not.toMatch(/Nothing is deleted|This browser gets/);
  await choose(root, 'Only from the server to this browser');
  expect(text()).toContain('Nothing is deleted.');
  expect(text()).not.toContain('move to the trash');
});

test('leaves out numbers that are zero, but says if a one-way sync brings its receiver 0 memories', async () => {
  expect(numberLines(renderPreview({ here: 5, there: 0, same: 0 }))).toEqual(['memories.test gets 5']);
  const root = renderPreview({ here: 0, there: 5, same: 0 });
  expect(numberLines(root)).toEqual(['This browser gets 5']);
  await choose(root, 'Only from this browser to the server');
  expect(numberLines(root)).toEqual(['memories.test gets 0']);
  expect(numberLines(renderPreview({ here: 5, there: 5, same: 5 }))).toEqual(['5 of them are the same on both sides']);
});

test('if only some collections sync, says that all memories are counted, and not how many each side gets', async () => {
  const root = renderPreview();
  await choose(root, 'Only these collections');
  const shownLines = lines(root);
  expect(shownLines).toContain('These numbers count all memories. Only those in the chosen collections sync.');
  expect(shownLines.join(' ')).not.toMatch(/gets \d/);
});

const limitations = {
  once: 'If the connection breaks, a memory may be saved there twice. As a rule, the second one is hidden here.',
  edits:
    'Of two edits made in the same instant, one may replace the other. The replaced text is kept among the earlier versions.',
  deletes: 'What you delete is deleted in this browser only.',
  collections:
    'Moving memories between collections, and renaming or deleting collections, happens in this browser only.',
  names: 'Renaming or deleting a collection happens in this browser only.',
  addresses: 'Addresses and titles stay in this browser.',
};

test('warns of each limitation of a server without extensions, and shows no warning for our own server', () => {
  const { names, ...all } = limitations;
  expect(lines(renderPreview({ offers: plainOffers }))).toEqual(expect.arrayContaining(Object.values(all)));
  for (const line of [...Object.values(all), names]) expect(lines(renderPreview())).not.toContain(line);
  expect(lines(renderPreview({ offers: { ...ourOffers, renames: false } }))).toContain(names);
});

test('promises deletion in every browser only if deletions are sent to the server', async () => {
  const sent = 'What you delete goes to the trash in every browser.';
  expect(lines(renderPreview())).toContain(sent);
  expect(lines(renderPreview({ offers: { ...ourOffers, deletes: false } }))).not.toContain(sent);
  const limited = lines(renderPreview({ isLimited: true }));
  expect(limited).not.toContain(sent);
  expect(limited.join(' ')).toContain('This token sees some collections only');
  const root = renderPreview();
  await choose(root, 'Only from the server to this browser');
  expect(lines(root)).not.toContain(sent);
  expect(lines(root)).toContain('What is deleted there goes to the trash here.');
});

test('says what a token can’t do with collections', async () => {
  const unseen = { collections: { see: false, change: false } };
  const unchanged = { collections: { see: true, change: false } };
  expect(lines(renderPreview()).join(' ')).not.toContain('This token');
  const root = renderPreview(unseen);
  expect(lines(root)).toContain(
    'This token can’t see collections, so memories from memories.test are in no collection here, and your memories in collections might not be sent.',
  );
  await choose(root, 'Only from the server to this browser');
  expect(lines(root)).toContain(
    'This token can’t see collections, so memories from memories.test are in no collection here.',
  );
  expect(lines(renderPreview(unchanged))).toContain(
    'This token can’t create or rename collections, so memories in a collection that memories.test lacks stay here.',
  );
  expect(lines(renderPreview({ ...unchanged, mayWrite: false })).join(' ')).not.toContain('create or rename');
});
