import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createInbox, type Inbox } from '../../../../src/extension/inbox/inbox.ts';
import { mirrored, storedRows, type StoredValues } from '../../../../src/extension/inbox/mirror.ts';
import { inboxRows } from '../../../../src/extension/inbox/database.ts';
import { inboxHost, saving, type InboxHost } from '../../../support/inbox.ts';

/** The contents of `storage.local`, as written by a content script in a compromised renderer. */
let values: Map<string, unknown>;
let device: InboxHost;
let inbox: Inbox;
let requests: number;

beforeEach(() => {
  values = new Map();
  device = inboxHost();
  requests = 0;
  const stored: StoredValues = {
    get: async () => structuredClone(Object.fromEntries(values)),
    set: async (more) => Object.entries(more).forEach(([key, value]) => values.set(key, value)),
    remove: async (keys) => keys.forEach((key) => values.delete(key)),
  };
  inbox = createInbox({
    rows: mirrored(
      inboxRows({ location: async () => ({ indexedDB: new IDBFactory(), IDBKeyRange }) }),
      storedRows(stored),
    ),
    ask: (question) => (requests++, device.ask(question)),
    clock: device.clock,
  });
});

const forge = (row: object, key = 'forged') =>
  values.set(`inbox:${key}`, { idempotencyKey: key, createdAt: device.clock.now(), ...row });

const request = (method: string, path: string, body?: object) => ({
  commonplace: 1,
  method,
  path,
  headers: { 'content-type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
});

const legacy = request('POST', '/v1/memories', { content: 'Ruff', url: 'https://example.org/', title: 'Birds' });

/** Vouched facts, as earlier versions stored them. */
const popup = { door: 'popup' };
const menu = { door: 'context-menu' };

describe('a forged row', () => {
  test('can’t delete a memory for good', async () => {
    const { body } = await device.send('POST', '/memories', { content: 'Curlew' });
    forge({ vouched: menu, envelope: request('DELETE', `/v1/memories/${body.id}?permanent=true`) });
    await inbox.replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('can’t create a token', async () => {
    forge({ vouched: menu, envelope: request('POST', '/v1/tokens', { name: 'mine', scopes: ['tokens:manage'] }) });
    await inbox.replay();
    expect((await device.send('GET', '/tokens')).body.tokens).toEqual([]);
  });

  test.each([
    ['with an envelope', { envelope: legacy }],
    ['with the kind popup', { kind: 'popup', memory: { content: 'Ruff' } }],
    ['with a known kind and an envelope', { kind: 'context-menu', memory: { content: 'Ruff' }, envelope: legacy }],
  ])('%s can’t save as the popup', async (_, row) => {
    forge({ vouched: popup, ...row });
    await inbox.replay();
    expect(await device.texts()).toEqual([]);
  });

  test.each([
    ['that isn’t an object', 'Ruff'],
    ['that is empty', {}],
    [
      'with the key of another row',
      { idempotencyKey: 'another', createdAt: 1, kind: 'context-menu', memory: { content: 'Ruff' } },
    ],
    [
      'with an invalid time',
      { idempotencyKey: 'forged', createdAt: 'soon', kind: 'context-menu', memory: { content: 'Ruff' } },
    ],
    [
      'with a time outside the range of dates',
      { idempotencyKey: 'forged', createdAt: -1e300, kind: 'context-menu', memory: { content: 'Ruff' } },
    ],
    [
      'with a date inside the memory',
      {
        idempotencyKey: 'forged',
        createdAt: 1,
        kind: 'context-menu',
        memory: { content: 'Ruff', createdAt: '2001-01-01T00:00:00Z' },
      },
    ],
    [
      'in an earlier format, with a query in the path',
      { idempotencyKey: 'forged', createdAt: 1, vouched: menu, envelope: { ...legacy, path: '/v1/memories?x=1' } },
    ],
    [
      'in an earlier format, with a body that can’t be read',
      { idempotencyKey: 'forged', createdAt: 1, vouched: menu, envelope: { ...legacy, body: '{' } },
    ],
    [
      'in an earlier format, with more vouched facts',
      {
        idempotencyKey: 'forged',
        createdAt: 1,
        vouched: { ...menu, grantOrigin: 'https://evil.example' },
        envelope: legacy,
      },
    ],
  ])('%s is shown but not sent, hides no other row, and can be discarded', async (_, row) => {
    values.set('inbox:forged', row);
    forge(saving('Curlew'), 'good');
    await inbox.replay();
    expect([requests, await device.texts()]).toEqual([1, ['Curlew']]);
    expect(await inbox.waiting()).toMatchObject({ pending: [], unreadable: ['forged'] });
    expect(await inbox.sendAgain('forged')).toBeUndefined();
    await inbox.discard('forged');
    expect((await inbox.waiting()).unreadable).toEqual([]);
    expect([requests, values.size]).toEqual([1, 0]);
  });
});

test('sends a menu save that an earlier version stored', async () => {
  forge({ vouched: menu, envelope: { ...legacy, headers: { ...legacy.headers, 'idempotency-key': 'old' } } }, 'old');
  await inbox.replay();
  const [memory] = (await device.send('GET', '/memories')).body.memories;
  expect(memory).toMatchObject({
    content: 'Ruff',
    url: 'https://example.org/',
    title: 'Birds',
    source: 'context-menu',
  });
});

test('a row stores the memory and the kind of capture, but no rights', async () => {
  const { rows, clock } = device;
  const stored = rows();
  await createInbox({ rows: stored, ask: async () => Promise.reject(new Error('nobody there')), clock }).deliver(
    saving('Curlew'),
  );
  expect((await stored.list()).rows).toEqual([
    {
      idempotencyKey: expect.any(String) as string,
      kind: 'context-menu',
      memory: { content: 'Curlew' },
      createdAt: clock.now(),
    },
  ]);
});
