import { describe, expect, it } from 'vitest';
import type { KeywordIndex } from '../../../../src/service/ports/keyword-index.ts';
import { keywordIndex, type KeywordIndexParts } from '../../../../src/search/keyword/keyword-index.ts';
import { Notebook } from './notebook.ts';
import { allLayouts, search } from './searching.ts';

const mine = { collection: 'col_mine' };
const hidden = { collection: 'col_hidden' };
const within = ['col_mine'];
/** One whole word, several words, a prefix, a misspelling, and a word that only hidden memories have. */
const queries = ['boat ', 'boat harbour ', 'har', 'harbuor ', 'secret '];

function notebookOf(collections: { hidden: boolean }): Notebook {
  const notebook = new Notebook();
  notebook.save('mem_1', { ...mine, content: 'a boat in the harbour' });
  notebook.save('mem_2', { ...mine, content: 'boat boat boat', title: 'hard to say' });
  notebook.save('mem_3', { ...mine, content: 'something else entirely' });
  if (!collections.hidden) return notebook;
  for (let i = 0; i < 20; i++)
    notebook.save(`mem_h${i}`, { ...hidden, content: 'harbour harbuor harvest secret boat' });
  notebook.save('mem_none', { content: 'a secret boat in no collection' });
  return notebook;
}

async function openIndex(notebook: Notebook, parts: KeywordIndexParts): Promise<KeywordIndex> {
  const index = keywordIndex(parts);
  await index.catchUp(notebook);
  return index;
}

describe.each(allLayouts)('a caller limited to some collections: %s', (_layout, parts) => {
  it.each(queries)('gets the same result for %j as if the other collections didn’t exist', async (query) => {
    const all = await openIndex(notebookOf({ hidden: true }), parts);
    const visible = await openIndex(notebookOf({ hidden: false }), parts);
    expect(await search(all, query, { within })).toEqual(await search(visible, query));
  });

  it.each(queries)(
    'control: with a filter instead of the limit, hidden memories change the result for %j, unless no visible memory matches',
    async (query) => {
      const all = await openIndex(notebookOf({ hidden: true }), parts);
      const visible = await openIndex(notebookOf({ hidden: false }), parts);
      const filtered = await search(all, query, { filters: { collections: within } });
      if (query === 'secret ') expect(filtered).toEqual([]);
      else expect(filtered).not.toEqual(await search(visible, query));
    },
  );

  it('gets the same result as from a new index after memories were moved, changed, deleted and restored', async () => {
    const notebook = notebookOf({ hidden: true });
    const index = await openIndex(notebook, parts);
    await search(index, 'boat ', { within });
    notebook.save('mem_1', { ...hidden, content: 'a boat in the harbour' });
    notebook.save('mem_h1', { ...mine, content: 'harbour of the moved' });
    notebook.save('mem_2', { ...mine, content: 'no longer the same' });
    notebook.trash('mem_3');
    notebook.erase('mem_h2');
    notebook.save('mem_4', { ...mine, content: 'a new boat' });
    await index.catchUp(notebook);
    notebook.restore('mem_3');
    await index.catchUp(notebook);

    const fresh = await openIndex(notebook, parts);
    for (const query of [...queries, 'moved ', 'same ', 'something ']) {
      const hits = await search(index, query, { within });
      const expected = await search(fresh, query, { within });
      expect(hits.map(({ id, words }) => ({ id, words }))).toEqual(expected.map(({ id, words }) => ({ id, words })));
      for (const [i, hit] of hits.entries()) {
        expect(hit.score).toBeCloseTo(expected[i]!.score, 9);
        expect(hit.strength).toBeCloseTo(expected[i]!.strength, 9);
      }
    }
    expect((await search(index, 'moved ', { within })).map(({ id }) => id)).toEqual(['mem_h1']);
  });

  it('gets the same result however many other callers search', async () => {
    const notebook = notebookOf({ hidden: true });
    const index = await openIndex(notebook, parts);
    const before = await search(index, 'boat ', { within });
    for (let i = 0; i < 30; i++) expect(await search(index, 'boat ', { within: [`col_${i}`] })).toEqual([]);
    expect(await search(index, 'boat ', { within: ['col_hidden', 'col_mine'] })).toEqual(
      await search(index, 'boat ', { within: ['col_mine', 'col_hidden'] }),
    );
    expect(await search(index, 'boat ', { within })).toEqual(before);
  });

  it('gets the same memories as from a new index after searches during a long catch-up', async () => {
    const notebook = notebookOf({ hidden: true });
    const index = await openIndex(notebook, parts);
    for (let i = 0; i < 2_000; i++)
      notebook.save(`mem_more${i}`, {
        collection: `col_${i % 2 === 0 ? 'mine' : 'hidden'}`,
        content: `boat number ${i} with some more words to read`,
      });
    const reading = index.catchUp(notebook);
    await Promise.all([
      reading,
      search(index, 'boat ', { within }),
      search(index, 'boat ', { within: ['col_hidden'] }),
    ]);
    for (const collection of ['col_mine', 'col_hidden']) {
      const fresh = await openIndex(notebook, parts);
      const [hits, expected] = await Promise.all(
        [index, fresh].map((one) => search(one, 'boat 1998 ', { within: [collection], limit: 2_000 })),
      );
      expect(hits!.map(({ id }) => id)).toEqual(expected!.map(({ id }) => id));
    }
  });

  it('gets nothing if it may see no collection', async () => {
    expect(await search(await openIndex(notebookOf({ hidden: true }), parts), 'boat ', { within: [] })).toEqual([]);
  });
});
