import sqlite3InitModule, { type Database } from '@sqlite.org/sqlite-wasm';
import { documentsOf, wantedCollection } from '../rows.ts';
import type { MakeEngine } from './engine.ts';

const fileName = 'fts5';

let loaded: ReturnType<typeof sqlite3InitModule> | undefined;
const sqlite = () => (loaded ??= sqlite3InitModule());

/**
 * SQLite's FTS5 with the Porter stemmer, stored as one database file. Finds notes with any word of the query, ranked by
 * BM25. Doesn't correct typos.
 */
export const fts5: MakeEngine = (files) => {
  let index: Database;
  return {
    cannot: ['typo'],
    async build(size) {
      const { oo1, capi } = await sqlite();
      const database = new oo1.DB(':memory:');
      database.exec(
        `create virtual table notes using fts5(content, tags, collection unindexed, id unindexed, tokenize = 'porter unicode61')`,
      );
      database.transaction(() => {
        const insert = database.prepare('insert into notes values (?, ?, ?, ?)');
        for (const { content, tags, collection, id } of documentsOf(size))
          insert.bind([content, tags.join(' '), collection, id]).stepReset();
        insert.finalize();
      });
      await files.write(fileName, capi.sqlite3_js_db_export(database));
      database.close();
    },
    async open() {
      const { oo1, capi, wasm } = await sqlite();
      const bytes = (await files.read(fileName))!;
      index = new oo1.DB(':memory:');
      const address = wasm.allocFromTypedArray(bytes);
      const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
      index.checkRc(capi.sqlite3_deserialize(index.pointer!, 'main', address, bytes.length, bytes.length, flags));
    },
    async search({ text, kind }) {
      const words = text.split(' ').map((word) => `"${word}"`);
      const match = kind === 'prefix' ? `${words.join(' ')} *` : words.join(' OR ');
      const filter = kind === 'filtered' ? `and collection = '${wantedCollection}'` : '';
      return index.selectValues(`select id from notes where notes match ? ${filter} order by rank limit 10`, [
        match,
      ]) as string[];
    },
  };
};
