import { describe, expect, test } from 'vitest';
import type { Store, StoreReader, StoreWriter } from '../../../src/service/ports/store.ts';
import { firstAnswer, idOf, noon, owner, token } from './rows.ts';

/** Tokens, first answers, the plan's account, and settings. */
export function accessCases(make: () => Store): void {
  const filled = async (fill: (writer: StoreWriter) => Promise<void>) => {
    const store = make();
    await store.write(owner, fill);
    return {
      store,
      read: <T>(work: (reader: StoreReader) => Promise<T>) => store.read(owner, work),
      write: <T>(work: (writer: StoreWriter) => Promise<T>) => store.write(owner, work),
    };
  };

  describe('tokens', () => {
    const limited = token(2, { collections: [idOf('col', 1)], expiresAt: noon, origin: 'https://a.example', scopes: ['memories:read', 'tokens:manage'] });
    const both = token(3, { collections: [idOf('col', 1), idOf('col', 2)] });
    const three = () =>
      filled(async (writer) => {
        for (const row of [both, token(1), limited]) await writer.putToken(row);
      });

    test('come back as they were put, and belong to their owner', async () => {
      const { store, read } = await three();
      expect(await read((reader) => reader.token(limited.id))).toEqual(limited);
      expect(await store.findToken(limited.id)).toEqual({ ...limited, owner });
    });

    test('are gone once deleted', async () => {
      const { store, read, write } = await three();
      await write((writer) => writer.deleteToken(limited.id));
      expect(await read((reader) => reader.token(limited.id))).toBeUndefined();
      expect(await store.findToken(limited.id)).toBeUndefined();
    });

    test('are listed by id, page by page, all or only those within some collections', async () => {
      const { read } = await three();
      const ids = (query: { within?: string[]; after?: string; limit: number }) => read(async (reader) => (await reader.listTokens(query)).map((row) => row.id));
      expect(await ids({ limit: 10 })).toEqual([1, 2, 3].map((number) => idOf('tok', number)));
      expect(await ids({ limit: 1, after: idOf('tok', 1) })).toEqual([limited.id]);
      expect(await ids({ limit: 10, within: [idOf('col', 1)] })).toEqual([limited.id]);
      expect(await ids({ limit: 10, within: both.collections! })).toEqual([limited.id, both.id]);
      expect(await ids({ limit: 1, within: both.collections!, after: limited.id })).toEqual([both.id]);
    });
  });

  describe('first answers', () => {
    const old = firstAnswer('old', { createdAt: '2026-02-01T00:00:00.000Z' });
    const three = () =>
      filled(async (writer) => {
        await writer.putIdempotency(old);
        await writer.putIdempotency(firstAnswer('new'));
        await writer.putIdempotency(firstAnswer('new', { tokenId: idOf('tok', 2), status: 409, body: null }));
      });

    test('belong to token, operation and key', async () => {
      const { read } = await three();
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createMemory', 'new'))).toEqual(firstAnswer('new'));
      expect((await read((reader) => reader.idempotency(idOf('tok', 2), 'createMemory', 'new')))?.status).toBe(409);
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createCollection', 'new'))).toBeUndefined();
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createMemory', 'ne'))).toBeUndefined();
    });

    test('are dropped when they were made before a time', async () => {
      const { read, write } = await three();
      await write((writer) => writer.dropIdempotencyBefore(old.createdAt));
      expect(await read((reader) => reader.idempotency(old.tokenId, old.operation, old.key))).toEqual(old);
      await write((writer) => writer.dropIdempotencyBefore(noon));
      expect(await read((reader) => reader.idempotency(old.tokenId, old.operation, old.key))).toBeUndefined();
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createMemory', 'new'))).toBeDefined();
    });
  });

  describe('the account', () => {
    async function charge(writer: StoreWriter, day: string, times: number, limit: number | null): Promise<boolean[]> {
      const answers: boolean[] = [];
      for (let time = 0; time < times; time++) answers.push(await writer.charge(day, limit));
      return answers;
    }

    test('is on the unlimited plan at first, with nothing used', async () => {
      const { read } = await filled(async () => {});
      expect(await read((reader) => reader.usage())).toMatchObject({ plan: 'unlimited', memories: 0, transactions: 0 });
    });

    test('counts up to the limit, and anew each day', async () => {
      const { read, write } = await filled(async (writer) => writer.setPlan('free'));
      expect(await write((writer) => charge(writer, '2026-03-01', 3, 2))).toEqual([true, true, false]);
      expect(await read((reader) => reader.usage())).toEqual({ plan: 'free', memories: 0, day: '2026-03-01', transactions: 2 });
      expect(await write((writer) => charge(writer, '2026-03-02', 3, 2))).toEqual([true, true, false]);
      expect(await write((writer) => charge(writer, '2026-03-02', 1, null))).toEqual([true]);
    });

    test('a day before the one counted refills nothing', async () => {
      const { write } = await filled(async () => {});
      await write((writer) => charge(writer, '2036-03-02', 2, 2));
      expect(await write((writer) => charge(writer, '2026-03-01', 1, 2))).toEqual([false]);
      expect(await write((writer) => charge(writer, '2026-03-01', 1, 3))).toEqual([true]);
      expect(await write((writer) => charge(writer, '2026-03-02', 1, 1))).toEqual([true]);
    });

    test('gives back only what was counted that day', async () => {
      const { read, write } = await filled(async () => {});
      const used = async () => (await read((reader) => reader.usage())).transactions;
      await write((writer) => writer.refund('2026-03-01'));
      await write((writer) => charge(writer, '2026-03-01', 2, null));
      await write((writer) => writer.refund('2026-02-28'));
      expect(await used()).toBe(2);
      for (let round = 0; round < 3; round++) await write((writer) => writer.refund('2026-03-01'));
      expect(await used()).toBe(0);
    });
  });

  test('a setting is the last value put', async () => {
    const { read, write } = await filled(async (writer) => writer.putSetting('a', '1'));
    await write((writer) => writer.putSetting('a', '2'));
    expect(await read(async (reader) => [await reader.setting('a'), await reader.setting('b')])).toEqual(['2', undefined]);
  });
}
