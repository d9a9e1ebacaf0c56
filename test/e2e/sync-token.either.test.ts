import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { browserKind, launchBrowser, temporaryFolder, until } from '../../scripts/browsers/index.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';
import { startServer } from '../../scripts/server/start.ts';
import { syncingProfile } from '../../scripts/sites/sync-settings.ts';
import { Commonplace } from '../../src/client/package/commonplace.ts';
import { pageScopes } from '../../src/v1/scopes.ts';
import { filesWith, partLength } from '../support/files-with.ts';
import { pressButton, savedText, waitForText } from '../support/transfer.ts';

const waitMs = 20_000;

async function connectedProfile(contents: string[] = []) {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const owner = new Commonplace({ baseUrl: server.url, token: server.token });
  const { token, secret } = await tokenStoredInOnePiece(server.url, owner);
  const profile = temporaryFolder('sync-token');
  const browser = await launchBrowser({
    extension: await extensionWithHarness(browserKind()),
    profile,
    arguments: browserKind() === 'chromium' ? ['--enable-logging', `--log-file=${join(profile, 'console.log')}`] : [],
  });
  onTestFinished(() => browser.close());
  const here = await syncingProfile(browser);
  for (const content of contents) await here.memories.memories.create({ content });
  await here.check(server.url, token);
  await here.press('Start syncing');
  await here.waitForText('both sides the same');
  return { server, owner, profile, browser, here, secret };
}

type Connected = Awaited<ReturnType<typeof connectedProfile>>;

/**
 * Disconnects, and waits until no file of the profile contains any of these secrets. Then kills the browser and checks
 * again.
 */
async function disconnect({ profile, browser, here }: Connected, secrets: string[]): Promise<void> {
  const filesWithToken = () => secrets.flatMap((secret) => filesWith(profile, secret));
  await here.settings.bringToFront();
  await here.press('Disconnect');
  await here.settings.click('#sync .confirm .button.loss');
  await here.waitForText('Address of the server');
  let foundIn: string[] = [];
  // The browser deletes the database's old file once nothing reads that file any more.
  await until('the token to be gone', () => (foundIn = filesWithToken()).length === 0, waitMs).catch(() =>
    expect(foundIn).toEqual([]),
  );
  await browser.kill();
  expect(filesWithToken()).toEqual([]);
}

test('the token is stored in one database while connected, and nowhere on disk after disconnecting', async () => {
  const connected = await connectedProfile(['Written here']);
  const { profile, browser, here, secret } = connected;
  await here.memories.memories.create({ content: 'Sent alone' });
  await here.syncNow();

  const library = await browser.newPage(browser.address('library.html#transfer'));
  await pressButton(library, 'Back up now');
  await waitForText(library, '2 memories');
  const exported = await savedText(library, 'Export Commonplace file');
  expect(exported).toContain('Sent alone');
  expect(exported).not.toContain(secret);
  // Only Chromium can write its console's messages to a file.
  await here.settings.evaluate(() => console.error('heard by the console'));
  if (browser.kind === 'chromium') expect(filesWith(profile, 'heard by the console')).toContain('console.log');
  // Controls: the search finds text in databases and in compressed backups. It repeats, because a checkpoint may move
  // text into a file that the search has already read.
  let foundIn: string[] = [];
  const isIn = (text: string, files: RegExp) => (foundIn = filesWith(profile, text)).some((path) => files.test(path));
  await until('the text in a backup', () => isIn('Sent alone', patterns.backups), waitMs);
  await until('the token in its database', () => isIn(secret, patterns.database), waitMs);
  // The token is in no other file of the profile: not in `storage.local`, the journal or a backup.
  expect(foundIn.filter((path) => !patterns.database.test(path))).toEqual([]);

  await disconnect(connected, [secret]);
});

// Until a database is deleted for the first time, Chromium keeps one file with everything that it has stored. The check
// of a backup deletes a database. This profile has no memories, so there is no backup, and no database is deleted until
// the user disconnects.
test('a profile without memories leaves neither its token nor a replaced token on disk after disconnecting', async () => {
  const connected = await connectedProfile();
  const { server, owner, profile, here, secret } = connected;
  const isOnDisk = (text: string) => filesWith(profile, text).length > 0;
  await until('the token on disk', () => isOnDisk(secret), waitMs);

  await here.press('Change token, direction or collections…');
  const later = await tokenStoredInOnePiece(server.url, owner);
  await here.check(server.url, later.token);
  await here.press('Start syncing');
  await until('the later token on disk', () => isOnDisk(later.secret), waitMs);
  await here.waitForText('both sides the same');
  await disconnect(connected, [secret, later.secret]);
});

/**
 * Creates a token whose last part is stored unchanged, so that files can be searched for that part. Firefox compresses
 * the server's address and the token with Snappy, which replaces repeated pairs of UTF-16 characters. So no pair in the
 * searched part may occur earlier.
 */
async function tokenStoredInOnePiece(
  address: string,
  { tokens }: Commonplace,
): Promise<{ token: string; secret: string }> {
  for (;;) {
    const token = (await tokens.create({ name: 'Sync', scopes: [...pageScopes] })).token!;
    // The last part of the token occurs in no other token.
    const secret = token.split('_').at(-1)!;
    const stored = `${address}\n${token}`;
    const first = stored.length - secret.length - 1;
    const pairs = Array.from({ length: partLength + 2 }, (_, at) => stored.slice(first + at, first + at + 2));
    if (pairs.every((pair, at) => stored.indexOf(pair) === first + at)) return { token, secret };
  }
}

/**
 * Patterns of the profile's files. Chromium has one folder for all databases. Firefox interleaves a database's name
 * with the reversed name.
 */
const patterns = {
  chromium: { database: /^Default\/IndexedDB\/chrome-extension_/, backups: /^Default\/File System\// },
  firefox: { database: /\/idb\/\d+cconmymso-nepcla\.sqlite/, backups: /\/fs\// },
}[browserKind()];
