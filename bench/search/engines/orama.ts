import { create, insert, load, save, search } from '@orama/orama';
import { documentsOf, wantedCollection } from '../rows.ts';
import type { MakeEngine, QueryKind } from './engine.ts';

const fileName = 'orama';
const schema = {
  content: 'string',
  tags: 'string[]',
  collection: 'enum',
  source: 'enum',
  createdAt: 'string',
} as const;
const fresh = () => create({ schema });

/** Each kind of query gets only the options that it needs. Orama always matches prefixes. */
const searchOptions: Partial<Record<QueryKind, object>> = {
  typo: { tolerance: 1 },
  filtered: { where: { collection: { eq: wantedCollection } } },
};

export const orama: MakeEngine = (files) => {
  const index = fresh();
  return {
    async build(size) {
      for (const document of documentsOf(size)) await insert(index, document);
      await files.write(fileName, new TextEncoder().encode(JSON.stringify(save(index))));
    },
    async open() {
      load(index, JSON.parse(new TextDecoder().decode(await files.read(fileName))));
    },
    async search({ text, kind }) {
      const { hits } = await search(index, {
        term: text,
        properties: ['content', 'tags'],
        limit: 10,
        ...searchOptions[kind],
      });
      return hits.map(({ id }) => id);
    },
  };
};
