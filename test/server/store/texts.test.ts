import { describe, expect, test } from 'vitest';
import { databases } from '../../support/postgres/databases.ts';
import { sharedDatabase } from '../../support/postgres/stores.ts';
import { collection, idOf, memory } from '../../support/store-cases/rows.ts';

/** NFKC turns this character into 18 characters, which makes the longest keys. */
const swelling = '\ufdfa';
const swellingOtherwise = '\ufdfb\u3300\u33ff\u2a74';

describe.each(databases)('over %s', (_, make) => {
  const { makeStore } = sharedDatabase(make);

  test('stores and finds the longest texts that the contract allows', async () => {
    const store = makeStore();
    const url = `https://example.org/${'ü€😀'.repeat(676)}`;
    const source = `api:${'😀'.repeat(508)}`;
    const names = [
      swelling.repeat(128),
      (swelling + swellingOtherwise).repeat(32).slice(0, 128),
      swellingOtherwise.repeat(32),
      '😀'.repeat(128),
    ];
    const tags = Array.from({ length: 32 }, (_unused, index) =>
      `${index}${(index % 2 === 0 ? swelling : swellingOtherwise).repeat(62)}`.slice(0, 64),
    );
    const row = memory(1, {
      url,
      source,
      tags,
      collection: idOf('col', 0),
      content: '😀'.repeat(16_384),
      title: '😀'.repeat(512),
    });
    await store.write('me', async (writer) => {
      for (const [number, name] of names.entries()) await writer.putCollection(collection(number, name));
      await writer.putMemory(row);
    });
    await store.read('me', async (reader) => {
      for (const [number, name] of names.entries())
        expect((await reader.collectionByKey(collection(number, name).key))?.id).toBe(idOf('col', number));
      for (const filter of [{ url }, { source }, { tagKeys: row.tagKeys }, { collections: [idOf('col', 0)] }]) {
        expect(await reader.listMemories({ ...filter, deleted: false, limit: 1 })).toEqual([{ ...row, seq: 1 }]);
      }
      expect(await reader.listTags({ prefix: '', limit: 100 })).toHaveLength(32);
    });
  });
});
