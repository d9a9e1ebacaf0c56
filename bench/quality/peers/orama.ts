import { create, insertMultiple, search } from '@orama/orama';
import { bundledModel } from '../bundled-model.ts';
import { depth, type OpenLibrary } from '../run.ts';
import { foundBy } from './found.ts';

/** More than `depth`, since a document may have several rows. */
const rows = depth * 4;

export const orama: OpenLibrary = async (documents) => {
  const index = create({ schema: { position: 'number', content: 'string' } as const });
  await insertMultiple(
    index,
    documents.map(([position, content]) => ({ position, content })),
  );
  return {
    async find(text) {
      const { hits } = await search(index, { term: text, properties: ['content'], limit: depth });
      return foundBy(
        'keyword',
        hits.map(({ document }) => document.position),
      );
    },
    close: async () => {},
  };
};

/**
 * Orama's hybrid search with its default weights and our vectors. Our model embeds a long document in several pieces.
 * Here, each piece is a row.
 */
export const oramaHybrid: OpenLibrary = async (documents) => {
  const model = await bundledModel();
  const index = create({
    schema: { position: 'number', content: 'string', vector: `vector[${model.model.dimensions}]` } as const,
  });
  for (const [position, text] of documents) {
    const passages = await model.passages(text);
    await insertMultiple(
      index,
      passages.map(({ start, end, vector }) => ({ position, content: text.slice(start, end), vector: [...vector] })),
    );
  }
  return {
    async find(text) {
      const { vector } = await model.query(text);
      const { hits } = await search(index, {
        mode: 'hybrid',
        term: text,
        properties: ['content'],
        vector: { value: [...vector], property: 'vector' },
        similarity: 0,
        limit: rows,
      });
      return foundBy(
        'hybrid',
        hits.map(({ document }) => document.position),
      );
    },
    close: async () => {},
  };
};
