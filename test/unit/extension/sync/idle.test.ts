import { expect, test } from 'vitest';
import { StatusKeeper } from '../../../../src/store/dexie/journal/status.ts';
import { InMemoryFile } from '../../../support/in-memory-file.ts';
import { connected, device, ourServer, runRound, save } from './device.ts';

test('a round in which nothing changed adds nothing to the journal', async () => {
  const [a, b] = [new InMemoryFile(), new InMemoryFile()];
  let writes = 0;
  for (const file of [a, b]) file.onChange = () => void writes++;
  const server = ourServer();
  const browser = device(server, undefined, {
    files: { open: async () => ({ a: (await a.openFile())!, b: (await b.openFile())! }) },
    status: new StatusKeeper({ read: async () => undefined, write: async () => {} }),
  });
  const { body: memory } = await save(browser.local, 'kept twice');
  await save(server.service, 'from the server');
  await connected(server, browser);
  expect((await runRound(browser)).counts.synced).toBe(2);

  const before = { writes, journal: [a.bytes, b.bytes] };
  server.sent.length = 0;
  for (let count = 0; count < 3; count++) {
    expect((await runRound(browser)).last?.stopped).toBe(null);
    expect(server.sent.splice(0)).toEqual(['GET /v1/changes', 'GET /v1/digest']);
  }
  expect({ writes, journal: [a.bytes, b.bytes] }).toEqual(before);

  // Control: an edit adds to the journal, and so does the round that sends it.
  await browser.local.send('PATCH', `/memories/${memory.id}`, { content: 'edited' });
  const edited = writes;
  expect(edited).toBeGreaterThan(before.writes);
  await runRound(browser);
  expect(writes).toBeGreaterThan(edited);
});

test('after the engine restarts, an idle round that the user requests sends only two requests', async () => {
  const server = ourServer();
  const browser = device(server);
  await save(browser.local, 'kept twice');
  await connected(server, browser);
  await runRound(browser);
  const restarted = await browser.restart();
  server.sent.length = 0;
  expect((await runRound(restarted)).last?.stopped).toBe(null);
  // The user requested this round, so it also reads the fingerprint.
  expect(server.sent).toEqual(['GET /v1/changes', 'GET /v1/digest']);
});
