import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { wantedCollection, feedOf } from '../rows.ts';
import type { MakeEngine } from './engine.ts';

export const commonplace: MakeEngine = (files) => {
  let work = async () => {};
  const index = keywordIndex({ files, whenQuiet: (task) => (work = task) });
  return {
    async build(size) {
      await index.catchUp(feedOf(size));
      await work();
    },
    open: (size) => index.catchUp(feedOf(size)),
    async search({ text, kind }) {
      const filters = kind === 'filtered' ? { collections: [wantedCollection] } : {};
      // The last word is a prefix unless a space follows.
      const hits = await index.search({ text: kind === 'prefix' ? text : `${text} `, filters, limit: 10 });
      return hits.map(({ id }) => id);
    },
  };
};
