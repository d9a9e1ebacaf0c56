import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { chooseFile, pressButton, waitForText } from '../support/transfer.ts';

let browser: ChromiumBrowser;
let library: ChromiumPage;

beforeAll(async () => {
  browser = await launchChromium({ extension: await extensionWithHarness('chromium') });
  const client = clientThrough(await browser.newPage(browser.address('popup.html')));
  await client.memories.create({ content: 'The key is under the pot' });
  await openLibrary();
  await pressButton(library, 'Back up now');
  await waitForText(library, 'Test restore');
});

afterAll(() => browser?.close());

/**
 * Opens the library. Replaces the browser's folder dialog, because no driver can use it. The replacement returns a
 * folder of the origin private file system, whose handle behaves like that of a folder on disk.
 */
async function openLibrary(): Promise<void> {
  library = await browser.newPage(browser.address('library.html#transfer'));
  await library.evaluate(() => {
    const choose = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('Safe', { create: true });
    Object.assign(window, { showDirectoryPicker: choose });
  });
}

const filesInFolder = () =>
  library.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Safe');
    const files: Record<string, string> = {};
    for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>) {
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      files[name] = btoa(String.fromCharCode(...bytes));
    }
    return files;
  });

test('copies a backup to the chosen folder, remembers the folder, and can check the copy', async () => {
  await pressButton(library, 'Save a copy…');
  await pressButton(library, 'Save it in a folder…');
  // The button names the folder before the file is written, so this waits for the file's name.
  await waitForText(library, '.jsonl.gz in “Safe”');
  const [[name, data]] = Object.entries(await filesInFolder()) as [[string, string]];
  expect(name).toMatch(/^commonplace-backup-\d{4}-\d\d-\d\d\.jsonl\.gz$/);
  await chooseFile(library, 'Check a backup file…', name, Buffer.from(data, 'base64'));
  await waitForText(library, '1 memory');
  await library.close();

  await openLibrary();
  await pressButton(library, 'Save a copy…');
  await library.type('input[type=password]', 'a long passphrase');
  await pressButton(library, 'Save it in “Safe”');
  await library.waitFor(() => document.querySelector('input[type=password]') === null);
  expect(Object.keys(await filesInFolder()).toSorted()).toEqual([name, `${name}.encrypted`]);
});

test('shows that the permission for the folder has expired', async () => {
  await library.evaluate(() => {
    Object.assign(FileSystemHandle.prototype, { queryPermission: async () => 'prompt' });
  });
  await pressButton(library, 'Save a copy…');
  await waitForText(library, 'The browser will ask again whether Commonplace may write to “Safe”.');
});
