import { describe, expect, test } from 'vitest';
import { extensionsHeader } from '../../../../src/client/sending/offers.ts';
import type { SyncDecision, SyncState } from '../../../../src/lib/sync.ts';
import { copyOf } from './copy-of.ts';
import { device, runRound, save, waitForState, type Device } from './device.ts';
import {
  changeMemory,
  connectDevice,
  expectEqual,
  httpServers,
  ourHttpServer,
  runRounds,
  textsHere,
  textsThere,
  type HttpServer,
} from './over-http.ts';

const send: typeof fetch = (...args) => fetch(...args);
const mine = ['one', 'three', 'two'];

/**
 * Two servers with an account each, both reached at the address of the first. The token of a request decides which
 * server gets the request. `browser` syncs with the first.
 */
async function twoAccounts(kind: keyof typeof httpServers) {
  const [first, other] = [await httpServers[kind](), await httpServers[kind]()];
  const route: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    const isOther = request.headers.get('authorization') === `Bearer ${other.token}`;
    return fetch(isOther ? request.url.replace(first.base, other.base) : request.url, init);
  };
  const browser = device({ fetch: route });
  for (const text of mine) await save(browser.local, text);
  await connectDevice(browser, first);
  await other.client.memories.create({ content: 'theirs' });
  return { browser, first, other };
}

/** Enters a token for the address `base`, and waits until the next round has ended. */
async function enterToken({ sync }: Device, base: string, token: string): Promise<SyncState> {
  await sync.command({ do: 'check', address: base, token });
  await waitForState(sync, 'the check', ({ check }) => check?.status === 'ready');
  const before = (await sync.state()).last?.at;
  await sync.command({ do: 'start', mode: 'merge', collections: null });
  return waitForState(
    sync,
    'a round',
    ({ check, last, isStarting, isRunning }) => !check && !!last && last.at !== before && !isStarting && !isRunning,
  );
}

async function decide({ sync }: Device, decision: SyncDecision): Promise<void> {
  await sync.command({ do: 'decide', decision });
  await waitForState(
    sync,
    'a whole round',
    ({ last, question, isRunning }) => !question && !last?.stopped && !isRunning,
  );
}

describe.each(['ours', 'plain'] as const)('with a token of another account at the same server address (%s)', (kind) => {
  test('exchanges nothing with that account before a decision, nor after a return to the former token', async () => {
    const { browser, first, other } = await twoAccounts(kind);
    const { question } = await enterToken(browser, first.base, other.token);
    expect(question).toEqual({ kind: 'other-account', known: 3, found: 0 });
    await save(browser.local, 'saved meanwhile');
    await runRounds(browser, 3);
    expect(await textsThere(other)).toEqual(['theirs']);
    expect(await textsHere(browser)).toEqual(['one', 'saved meanwhile', 'three', 'two']);

    expect((await enterToken(browser, first.base, first.token)).question).toBeUndefined();
    await expectEqual(browser, first, await runRounds(browser, 3), [...mine, 'saved meanwhile']);
    expect(await textsThere(other)).toEqual(['theirs']);
  });

  test('control: memories merge once the user confirms another account, and the former account stays unchanged', async () => {
    const { browser, first, other } = await twoAccounts(kind);
    await enterToken(browser, first.base, other.token);
    await decide(browser, 'new');
    await runRounds(browser, 2);
    expect(await textsHere(browser)).toEqual(['one', 'theirs', 'three', 'two']);
    expect(await textsThere(other)).toEqual(['one', 'theirs', 'three', 'two']);
    expect(await textsThere(first)).toEqual(mine);
  });
});

test('with a second token of the same account, sync continues without a question', async () => {
  const server = await ourHttpServer();
  const browser = device({ fetch: send });
  for (const text of mine) await save(browser.local, text);
  await connectDevice(browser, server);
  await save(browser.local, 'saved before');
  const scopes = ['memories:read', 'memories:write', 'collections:read', 'collections:write'] as const;
  const { token } = await server.client.tokens.create({ name: 'second', scopes: [...scopes] });
  expect((await enterToken(browser, server.base, token!)).question).toBeUndefined();
  await changeMemory(browser, 'one', 'one, edited');
  await expectEqual(browser, server, await runRounds(browser, 3), ['one, edited', 'saved before', 'three', 'two']);
});

test('a copied profile and its original keep syncing with the same token, and lose and duplicate nothing', async () => {
  const server = await ourHttpServer();
  const one = device({ fetch: send });
  for (const text of ['edited in both', ...mine]) await save(one.local, text);
  await connectDevice(one, server);
  const copy = device({ fetch: send }, await copyOf(one.factory));
  await changeMemory(one, 'edited in both', 'edited in the original');
  await changeMemory(copy, 'edited in both', 'edited in the copy');
  await changeMemory(one, 'one', null);
  await changeMemory(copy, 'two', 'two, edited in the copy');
  await save(one.local, 'saved in the original');
  await save(copy.local, 'saved in the copy');
  for (let turn = 0; turn < 3; turn++) for (const each of [one, copy]) await runRounds(each, 2);
  const texts = [
    'edited in the copy',
    'edited in the original',
    'saved in the copy',
    'saved in the original',
    'three',
    'two, edited in the copy',
  ];
  expect(await textsThere(server)).toEqual(texts);
  for (const each of [one, copy]) expect(await textsHere(each)).toEqual(texts);
});

/** Extensions that some responses don't list. Without them, sync reads the whole list, and sends writes one by one. */
const hiddenExtensions = new Set(['changes', 'digest', 'batch', 'idempotency-key']);

test.each([2, 3, 4])(
  'if only one response in %i lists all the server’s extensions, sync loses and duplicates nothing',
  async (share) => {
    const server: HttpServer = await ourHttpServer();
    let hides = false;
    const shown = new Set<number>();
    let count = 0;
    const hiding: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      if (!hides || ++count % share === 0) return response;
      const headers = new Headers(response.headers);
      const names = headers.get(extensionsHeader)!.split(/, */);
      const listed = names.filter((name) => !hiddenExtensions.has(name));
      shown.add(names.length - listed.length);
      headers.set(extensionsHeader, listed.join(', '));
      return new Response(response.body, { status: response.status, headers });
    };
    const [one, other] = [device({ fetch: hiding }), device({ fetch: send })];
    for (const text of ['deleted here', 'deleted there', 'edited here', 'edited there']) await save(one.local, text);
    await connectDevice(one, server);
    await connectDevice(other, server);
    hides = true;
    await changeMemory(one, 'edited here', 'edited on one');
    await changeMemory(other, 'edited there', 'edited on the other');
    await changeMemory(one, 'deleted here', null);
    await changeMemory(other, 'deleted there', null);
    await save(one.local, 'new');
    await runRounds(other, 2);
    await runRounds(one, 4);
    expect([...shown]).toEqual([hiddenExtensions.size]);
    hides = false;
    await runRounds(one, 3);
    await runRound(other);
    const texts = ['edited on one', 'edited on the other', 'new'];
    expect(await textsThere(server)).toEqual(texts);
    for (const each of [one, other]) expect(await textsHere(each)).toEqual(texts);
  },
);
