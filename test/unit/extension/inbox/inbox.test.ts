import { IDBDatabase, IDBTransaction } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ask } from '../../../../src/client/transports/caller.ts';
import { unavailable, type VouchedQuestion } from '../../../../src/extension/engine/serve.ts';
import { createInbox } from '../../../../src/extension/inbox/inbox.ts';
import type { InboxRows } from '../../../../src/extension/inbox/row.ts';
import type { ErrorCode } from '../../../../src/v1/errors.ts';
import type { ResponseEnvelope } from '../../../../src/v1/envelope.ts';
import { inboxHost, saving, type InboxHost } from '../../../support/inbox.ts';

let device: InboxHost;

beforeEach(() => {
  device = inboxHost();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The inbox of a newly started background. */
const inboxOf = (ask: Ask<VouchedQuestion> = device.ask, rows: InboxRows = device.rows()) =>
  createInbox({ rows, ask, clock: device.clock });

const silent: Ask<VouchedQuestion> = async () => {
  throw new Error('nobody there');
};

const refusal = (status: number, code: ErrorCode, retryAfter?: number): ResponseEnvelope => ({
  commonplace: 1,
  status,
  headers: {},
  body: JSON.stringify({ error: { code, message: 'A sentence.', ...(retryAfter !== undefined && { retryAfter }) } }),
});

const planFull = refusal(403, 'quota_exceeded');

const broken: InboxRows = {
  put: silent as never,
  get: silent as never,
  delete: silent as never,
  list: silent as never,
};

describe('a capture', () => {
  test('is removed from the inbox once the service has saved it', async () => {
    const inbox = inboxOf();
    expect(await inbox.deliver(saving('Curlew'))).toMatchObject({ state: 'saved', answer: { status: 201 } });
    expect(await inbox.waiting()).toEqual({ pending: [], old: [], refused: [], unreadable: [] });
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('that got no response is sent again when the background restarts', async () => {
    expect(await inboxOf(silent).deliver(saving('Curlew'))).toEqual({ state: 'waiting' });
    await inboxOf().replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('is saved once if its response was lost', async () => {
    const losing: Ask<VouchedQuestion> = async (question) => {
      await device.ask(question);
      throw new Error('lost');
    };
    await inboxOf(losing).deliver(saving('Curlew'));
    const inbox = inboxOf();
    expect((await inbox.waiting()).pending).toHaveLength(1);
    await inbox.replay();
    await inbox.replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test.each([
    [503, 'unavailable'],
    [429, 'rate_limited'],
    [500, 'internal'],
    [507, 'storage_full'],
  ] as const)('waits after a %d', async (status, code) => {
    expect(await inboxOf(async () => refusal(status, code)).deliver(saving('Curlew'))).toMatchObject({
      state: 'waiting',
      sentence: 'A sentence.',
    });
    await inboxOf().replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('waits as long as the service asks', async () => {
    await inboxOf(async () => refusal(429, 'rate_limited', 30)).deliver(saving('Curlew'));
    device.clock.advance(29);
    await inboxOf().replay();
    expect(await device.texts()).toEqual([]);
    device.clock.advance(1);
    await inboxOf().replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('is sent after a clock that was a year ahead is set right', async () => {
    const yearS = 365 * 86_400;
    device.clock.advance(yearS);
    await inboxOf(async () => refusal(429, 'rate_limited', 30)).deliver(saving('Curlew'));
    device.clock.advance(-yearS);
    await inboxOf().replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('that the service refuses is kept with the reason, and not sent again', async () => {
    const inbox = inboxOf();
    const outcome = await inbox.deliver(saving(''));
    expect(outcome).toMatchObject({ state: 'refused', sentence: expect.stringContaining('content') });
    await inboxOf(async () => expect.unreachable('a refused capture was sent again')).replay();
    const { refused } = await inbox.waiting();
    expect(refused).toMatchObject([
      { refusal: outcome.state === 'refused' && outcome.sentence, memory: { content: '' } },
    ]);
  });

  test('is sent automatically for six days; then the user decides', async () => {
    await inboxOf(silent).deliver(saving('Curlew'));
    device.clock.advance(6 * 86_400 - 1);
    expect((await inboxOf().waiting()).pending).toHaveLength(1);
    device.clock.advance(1);
    await inboxOf().replay();
    expect(await device.texts()).toEqual([]);
    expect(await inboxOf().waiting()).toMatchObject({
      pending: [],
      old: [{ createdAt: device.clock.now() - 6 * 86_400_000 }],
      refused: [],
    });
  });

  test('is saved even if the inbox can’t be written', async () => {
    expect(await inboxOf(device.ask, broken).deliver(saving('Curlew'))).toMatchObject({ state: 'saved' });
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('is reported as lost if neither the inbox nor the engine accepts it', async () => {
    expect(await inboxOf(silent, broken).deliver(saving('Curlew'))).toEqual({ state: 'lost' });
    for (const answer of [unavailable('No.'), planFull])
      expect(await inboxOf(async () => answer, broken).deliver(saving('Curlew'))).toEqual({ state: 'lost' });
  });
});

describe('a row that the user sends again or discards', () => {
  const waitedTooLong = async () => {
    await inboxOf(silent).deliver(saving('Curlew'));
    device.clock.advance(7 * 86_400);
    return (await inboxOf().waiting()).old[0]?.idempotencyKey ?? '';
  };

  test('is saved and removed when it is sent again', async () => {
    const key = await waitedTooLong();
    expect(await inboxOf().sendAgain(key)).toMatchObject({ state: 'saved' });
    expect(await device.texts()).toEqual(['Curlew']);
    expect(await inboxOf().waiting()).toEqual({ pending: [], old: [], refused: [], unreadable: [] });
    expect(await inboxOf().sendAgain(key)).toBeUndefined();
  });

  test('is saved once if two calls send it again at the same time', async () => {
    const key = await waitedTooLong();
    const inbox = inboxOf();
    expect(await Promise.all([inbox.sendAgain(key), inbox.sendAgain(key)])).toMatchObject([
      { state: 'saved' },
      { state: 'saved' },
    ]);
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('waits again if it gets no response when sent', async () => {
    await inboxOf(silent).sendAgain(await waitedTooLong());
    expect(await inboxOf().waiting()).toMatchObject({ pending: [{ createdAt: device.clock.now() }], old: [] });
  });

  test('stays if the service doesn’t save it and the inbox can’t store it again', async () => {
    const key = await waitedTooLong();
    const rows = { ...device.rows(), put: broken.put };
    expect(await inboxOf(silent, rows).sendAgain(key)).toEqual({ state: 'lost' });
    expect((await inboxOf().waiting()).old).toHaveLength(1);
    expect(await inboxOf(async () => planFull, rows).sendAgain(key)).toEqual({ state: 'lost' });
    expect((await inboxOf().waiting()).old).toHaveLength(1);
  });

  test('is not sent if it is discarded while an earlier row is being sent', async () => {
    await inboxOf(silent).deliver(saving('Curlew'));
    await inboxOf(silent).deliver(saving('Avocet'));
    const [, second] = (await inboxOf().waiting()).pending;
    const inbox = inboxOf(async (question, options) => {
      await inbox.discard(second!.idempotencyKey);
      return device.ask(question, options);
    });
    await inbox.replay();
    expect(await device.texts()).toHaveLength(1);
  });

  test('is hidden when discarded, and can be restored for a minute', async () => {
    const key = await waitedTooLong();
    await inboxOf().discard(key);
    expect((await inboxOf().waiting()).old).toEqual([]);
    device.clock.advance(60);
    await inboxOf().replay();
    await inboxOf().undiscard(key);
    expect((await inboxOf().waiting()).old).toHaveLength(1);
    await inboxOf().discard(key);
    device.clock.advance(61);
    await inboxOf().replay();
    await inboxOf().undiscard(key);
    expect((await inboxOf().waiting()).old).toEqual([]);
    expect(await device.texts()).toEqual([]);
  });
});

describe('a better text found after the click', () => {
  test('replaces the first text before the row is sent', async () => {
    await inboxOf().deliver(saving('Curlew'), async () => saving('Curlew\n\nand its chick').memory);
    expect(await device.texts()).toEqual(['Curlew\n\nand its chick']);
  });

  test('is skipped if it can’t be read', async () => {
    await inboxOf().deliver(saving('Curlew'), silent as never);
    expect(await device.texts()).toEqual(['Curlew']);
  });

  test('is not sent if it can’t be stored, since a replay would send the first text', async () => {
    const rows = device.rows();
    let puts = 0;
    const once: InboxRows = {
      ...rows,
      put: async (row) => (++puts === 1 ? rows.put(row) : Promise.reject(new Error('full'))),
    };
    await inboxOf(device.ask, once).deliver(saving('Curlew'), async () => saving('Curlew\n\nand its chick').memory);
    await inboxOf().replay();
    expect(await device.texts()).toEqual(['Curlew']);
  });
});

describe('replaying', () => {
  test('keeps the order of clicks, and stops at the first missing response', async () => {
    for (const text of ['one', 'two', 'three']) {
      await inboxOf(silent).deliver(saving(text));
      device.clock.advance(1);
    }
    let answers = 0;
    const questions: unknown[] = [];
    await inboxOf(async (question) => {
      questions.push(question);
      return ++answers === 1 ? device.ask(question) : silent(question);
    }).replay();
    expect(questions).toHaveLength(2);
    await inboxOf().replay();
    expect(await device.texts()).toEqual(['one', 'two', 'three']);
  });

  test('skips rows that are being sent', async () => {
    const gate = Promise.withResolvers<void>();
    let sent = 0;
    const inbox = inboxOf(async (question) => {
      sent++;
      await gate.promise;
      return device.ask(question);
    });
    const first = inbox.deliver(saving('Curlew'));
    await vi.waitFor(() => expect(sent).toBe(1));
    await inbox.replay();
    gate.resolve();
    await first;
    expect(sent).toBe(1);
  });
});

test('the inbox reports when sending starts and when every capture is done', async () => {
  const reported: boolean[] = [];
  const inbox = createInbox({
    rows: device.rows(),
    ask: device.ask,
    clock: device.clock,
    onWork: (working) => reported.push(working),
  });
  await Promise.all([inbox.deliver(saving('one')), inbox.deliver(saving('two'))]);
  expect(reported).toEqual([true, false]);
});

test('flushes every write to disk', async () => {
  const writes: unknown[] = [];
  const transaction = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, mode, options) {
    if (mode === 'readwrite') writes.push([this.name, options?.durability]);
    return transaction.call(this, names, mode, options);
  });
  await inboxOf().deliver(saving('Curlew'), async () => saving('Curlew and chick').memory);
  await inboxOf(async () => refusal(400, 'invalid_request')).deliver(saving('Curlew'));
  expect(writes).toHaveLength(5);
  expect(new Set(writes.map(String))).toEqual(new Set(['commonplace-inbox,strict']));
});

test('commits a click’s text before the click’s listener returns', async () => {
  const rows = device.rows();
  await rows.list();
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
  void inboxOf(silent, rows).deliver(saving('Curlew'));
  expect(commit).toHaveBeenCalledTimes(1);
});
