import MiniSearch from 'minisearch';
import type { OpenLibrary } from '../run.ts';
import { foundBy } from './found.ts';

export const minisearch: OpenLibrary = async (documents) => {
  const index = new MiniSearch<{ id: number; content: string }>({ fields: ['content'] });
  index.addAll(documents.map(([id, content]) => ({ id, content })));
  return {
    find: async (text) =>
      foundBy(
        'keyword',
        index.search(text).map(({ id }) => id as number),
      ),
    close: async () => index.removeAll(),
  };
};
