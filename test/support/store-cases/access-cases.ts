import { describe, expect, test } from 'vitest';
import type { Store, StoreReader, StoreWriter } from '../../../src/service/ports/store.ts';
import { idempotencyRow, idOf, memory, noon, owner, token } from './rows.ts';

export function accessCases(make: () => Store): void {
  const filledStore = async (fill: (writer: StoreWriter) => Promise<void>) => {
    const store = make();
    await store.write(owner, fill);
    return {
      store,
      read: <T>(work: (reader: StoreReader) => Promise<T>) => store.read(owner, work),
      write: <T>(work: (writer: StoreWriter) => Promise<T>) => store.write(owner, work),
    };
  };

  describe('tokens', () => {
    const limited = token(2, {
      collections: [idOf('col', 1)],
      expiresAt: noon,
      origin: 'https://a.example',
      scopes: ['memories:read', 'tokens:manage'],
      session: true,
    });
    const inTwo = token(3, { collections: [idOf('col', 1), idOf('col', 2)] });
    const threeTokens = () =>
      filledStore(async (writer) => {
        for (const row of [inTwo, token(1), limited]) await writer.putToken(row);
      });

    test('are read unchanged; findToken adds their owner', async () => {
      const { store, read } = await threeTokens();
      expect(await read((reader) => reader.token(limited.id))).toEqual(limited);
      expect(await store.findToken(limited.id)).toEqual({ ...limited, owner });
    });

    test('are deleted together with their descendants, and with no other tokens', async () => {
      const ancestorsOf = (...numbers: number[]) =>
        numbers.map((number) => ({ id: idOf('tok', number), rateLimit: token(number).rateLimit }));
      const child = token(4, { ancestors: ancestorsOf(1) });
      const { read, write } = await filledStore(async (writer) => {
        for (const row of [
          token(1),
          token(2),
          child,
          token(5, { ancestors: ancestorsOf(4, 1) }),
          token(6, { ancestors: ancestorsOf(2) }),
        ])
          await writer.putToken(row);
      });
      const ids = () => read(async (reader) => (await reader.listTokens({ limit: 10 })).map((row) => row.id));
      expect(await read((reader) => reader.token(child.id))).toEqual(child);
      await write((writer) => writer.deleteToken(child.id));
      expect(await ids()).toEqual([1, 2, 6].map((number) => idOf('tok', number)));
      await write((writer) => writer.deleteToken(idOf('tok', 2)));
      expect(await ids()).toEqual([idOf('tok', 1)]);
    });

    test('can’t be read by id once deleted', async () => {
      const { store, read, write } = await threeTokens();
      await write((writer) => writer.deleteToken(limited.id));
      expect(await read((reader) => reader.token(limited.id))).toBeUndefined();
      expect(await store.findToken(limited.id)).toBeUndefined();
    });

    test('are listed in pages, sorted by id: all of them, or only those within some collections', async () => {
      const { read } = await threeTokens();
      const ids = (query: { within?: string[]; after?: string; limit: number }) =>
        read(async (reader) => (await reader.listTokens(query)).map((row) => row.id));
      expect(await ids({ limit: 10 })).toEqual([1, 2, 3].map((number) => idOf('tok', number)));
      expect(await ids({ limit: 1, after: idOf('tok', 1) })).toEqual([limited.id]);
      expect(await ids({ limit: 10, within: [idOf('col', 1)] })).toEqual([limited.id]);
      expect(await ids({ limit: 10, within: inTwo.collections! })).toEqual([limited.id, inTwo.id]);
      expect(await ids({ limit: 1, within: inTwo.collections!, after: limited.id })).toEqual([inTwo.id]);
    });

    test('can be listed for a single origin', async () => {
      const page = (number: number, origin: string) => token(number, { origin });
      const { read } = await filledStore(async (writer) => {
        for (const row of [page(1, 'https://a.example'), token(2), page(3, 'https://b.example')])
          await writer.putToken(row);
      });
      const ids = (query: { origin?: string; after?: string }) =>
        read(async (reader) => (await reader.listTokens({ limit: 10, ...query })).map((row) => row.id));
      expect(await ids({ origin: 'https://b.example' })).toEqual([idOf('tok', 3)]);
      expect(await ids({ origin: 'https://b.example', after: idOf('tok', 3) })).toEqual([]);
      expect(await ids({ origin: 'https://b' })).toEqual([]);
      expect(await ids({})).toHaveLength(3);
    });

    test('keep their additional secrets and their rights', async () => {
      const row = token(1, { laterHashes: ['cd'.repeat(32)], ownOnly: true, paused: true });
      const { read, store } = await filledStore((writer) => writer.putToken(row));
      expect(await read((reader) => reader.token(row.id))).toEqual(row);
      expect(await store.findToken(row.id)).toEqual({ ...row, owner });
    });
  });

  describe('idempotency rows', () => {
    const old = idempotencyRow('old', { createdAt: '2026-02-01T00:00:00.000Z' });
    const threeRows = () =>
      filledStore(async (writer) => {
        await writer.putIdempotency(old);
        await writer.putIdempotency(idempotencyRow('new'));
        await writer.putIdempotency(idempotencyRow('new', { tokenId: idOf('tok', 2), status: 409, body: null }));
      });

    test('belong to a token, an operation and a key', async () => {
      const { read } = await threeRows();
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createMemory', 'new'))).toEqual(
        idempotencyRow('new'),
      );
      expect((await read((reader) => reader.idempotency(idOf('tok', 2), 'createMemory', 'new')))?.status).toBe(409);
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createCollection', 'new'))).toBeUndefined();
      expect(await read((reader) => reader.idempotency(idOf('tok', 1), 'createMemory', 'ne'))).toBeUndefined();
    });

    test('the rows of an erased memory lose its text, but keep the key and the fingerprint of the request', async () => {
      const about = (key: string, number: number) =>
        idempotencyRow(key, { memory: idOf('mem', number), body: JSON.stringify({ content: `text ${number}` }) });
      const { read, write } = await filledStore(async (writer) => {
        for (const row of [about('one', 1), about('again', 1), about('two', 2), idempotencyRow('none')])
          await writer.putIdempotency(row);
      });
      const rows = () =>
        read((reader) =>
          Promise.all(
            ['one', 'again', 'two', 'none'].map((key) => reader.idempotency(idOf('tok', 1), 'createMemory', key)),
          ),
        );
      await write((writer) => writer.putMemory(memory(1, { deletedAt: noon })));
      expect((await rows())[0]).toEqual(about('one', 1));
      await write((writer) => writer.eraseMemory(idOf('mem', 1), noon));
      const empty = { status: 404, headers: {}, body: null };
      expect(await rows()).toEqual([
        { ...about('one', 1), ...empty },
        { ...about('again', 1), ...empty },
        about('two', 2),
        idempotencyRow('none'),
      ]);
    });

    test('are deleted by age', async () => {
      const { read, write } = await threeRows();
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

    test('starts on the unlimited plan with nothing used', async () => {
      const { read } = await filledStore(async () => {});
      expect(await read((reader) => reader.usage())).toMatchObject({ plan: 'unlimited', memories: 0, transactions: 0 });
    });

    test('counts up to the limit, starting again each day', async () => {
      const { read, write } = await filledStore(async (writer) => writer.setPlan('free'));
      expect(await write((writer) => charge(writer, '2026-03-01', 3, 2))).toEqual([true, true, false]);
      expect(await read((reader) => reader.usage())).toEqual({
        plan: 'free',
        memories: 0,
        day: '2026-03-01',
        transactions: 2,
        refunds: 0,
      });
      expect(await write((writer) => charge(writer, '2026-03-02', 3, 2))).toEqual([true, true, false]);
      expect(await write((writer) => charge(writer, '2026-03-02', 1, null))).toEqual([true]);
    });

    test('starts a new day if the stored day is far in the future, but goes on counting if it is tomorrow', async () => {
      const { read, write } = await filledStore(async () => {});
      const counted = async () => {
        const { day, transactions, refunds } = await read((reader) => reader.usage());
        return [day, transactions, refunds];
      };
      await write((writer) => charge(writer, '2036-03-02', 3, 3));
      await write((writer) => writer.refund('2036-03-02', 3));
      expect(await write((writer) => writer.charge('2026-03-01', 2, '2026-03-02'))).toBe(true);
      expect(await counted()).toEqual(['2026-03-01', 1, 0]);
      await write((writer) => charge(writer, '2026-03-02', 2, 2));
      await write((writer) => writer.refund('2026-03-02', 2));
      expect(
        await write(async (writer) => [
          await writer.charge('2026-03-01', 2, '2026-03-02'),
          await writer.charge('2026-03-01', 2, '2026-03-02'),
        ]),
      ).toEqual([true, false]);
      expect(await counted()).toEqual(['2026-03-02', 2, 1]);
    });

    test('refunds only on a day on which something was counted, up to a limit', async () => {
      const { read, write } = await filledStore(async () => {});
      const used = async () => {
        const { transactions, refunds } = await read((reader) => reader.usage());
        return [transactions, refunds];
      };
      await write((writer) => writer.refund('2026-03-01', null));
      await write((writer) => charge(writer, '2026-03-01', 5, null));
      await write((writer) => writer.refund('2026-02-28', null));
      expect(await used()).toEqual([5, 0]);
      for (let round = 0; round < 5; round++) await write((writer) => writer.refund('2026-03-01', 2));
      expect(await used()).toEqual([3, 2]);
      for (let round = 0; round < 5; round++) await write((writer) => writer.refund('2026-03-01', null));
      expect(await used()).toEqual([0, 7]);
      await write((writer) => charge(writer, '2026-03-02', 1, null));
      expect(await used()).toEqual([1, 0]);
    });
  });

  test('a setting has the value that was written last', async () => {
    const { read, write } = await filledStore(async (writer) => writer.putSetting('a', '1'));
    await write((writer) => writer.putSetting('a', '2'));
    expect(await read(async (reader) => [await reader.setting('a'), await reader.setting('b')])).toEqual([
      '2',
      undefined,
    ]);
  });
}
