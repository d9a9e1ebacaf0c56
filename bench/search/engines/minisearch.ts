import MiniSearch, { type SearchOptions } from 'minisearch';
import { documentsOf, wantedCollection, type Document } from '../rows.ts';
import type { MakeEngine, QueryKind } from './engine.ts';

const fileName = 'minisearch';
const options = { fields: ['content', 'tags'], storeFields: ['tags', 'collection', 'source', 'createdAt'] };

const searchOptions: Record<QueryKind, SearchOptions> = {
  'two words': {},
  question: {},
  prefix: { prefix: true },
  typo: { fuzzy: 0.2 },
  filtered: { filter: ({ collection }) => collection === wantedCollection },
};

/** Stock MiniSearch. Its index is stored as JSON, as its documentation recommends. */
export const minisearch: MakeEngine = (files) => {
  let index = new MiniSearch<Document>(options);
  return {
    async build(size) {
      index.addAll(documentsOf(size));
      await files.write(fileName, new TextEncoder().encode(JSON.stringify(index)));
    },
    async open() {
      index = MiniSearch.loadJSON<Document>(new TextDecoder().decode(await files.read(fileName)), options);
    },
    search: async ({ text, kind }) =>
      index
        .search(text, searchOptions[kind])
        .slice(0, 10)
        .map(({ id }) => id as string),
  };
};
