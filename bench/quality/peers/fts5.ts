import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { depth, type OpenLibrary } from '../run.ts';
import { foundBy } from './found.ts';

const sqlite = sqlite3InitModule();

/** SQLite's FTS5 with its stemmer. Finds documents with any word of the question, ranked by BM25. */
export const fts5: OpenLibrary = async (documents) => {
  const { oo1 } = await sqlite;
  const database = new oo1.DB(':memory:');
  database.exec(`create virtual table notes using fts5(content, tokenize = 'porter unicode61')`);
  const insert = database.prepare('insert into notes (rowid, content) values (?, ?)');
  for (const [position, content] of documents) insert.bind([position, content]).stepReset();
  insert.finalize();
  return {
    async find(text) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.length === 0) return foundBy('keyword', []);
      const found = database.selectValues('select rowid from notes where notes match ? order by rank limit ?', [
        words.map((word) => `"${word}"`).join(' OR '),
        depth,
      ]);
      return foundBy('keyword', found as number[]);
    },
    close: async () => database.close(),
  };
};
