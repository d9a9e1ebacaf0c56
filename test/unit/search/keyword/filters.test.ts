import { describe, expect, it } from 'vitest';
import type { IndexFilters } from '../../../../src/service/ports/keyword-index.ts';
import { allLayouts, idsOf, indexOf, search } from './searching.ts';
import type { Note } from './notebook.ts';

/** 300 notes about boats. Five of them, in `col_few`, match the query worst. */
const notes: Record<string, Note> = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [
    `mem_${String(i).padStart(3, '0')}`,
    { content: 'boat boat boat', tags: ['Sea'], source: 'popup', collection: 'col_many' },
  ]),
);
const longText = `boat ${Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ')}`;
for (const i of [0, 60, 120, 180, 299])
  notes[`mem_${String(i).padStart(3, '0')}`] = {
    content: longText,
    tags: ['sea', 'Café'],
    source: 'page:https://a.example',
    collection: 'col_few',
  };
const few = ['mem_299', 'mem_180', 'mem_120', 'mem_060', 'mem_000'];

/** The creation time of note `i`. */
const time = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString();

describe.each(allLayouts)('a search finds all memories that pass the filter, up to the limit: %s', (_layout, parts) => {
  const index = indexOf(notes, parts);

  it.each<[string, IndexFilters, string[]]>([
    ['by collection', { collections: ['col_few'] }, few],
    ['by several collections', { collections: ['col_few', 'col_none'] }, few],
    ['by tag', { tagKeys: ['café'] }, few],
    ['by several tags that a memory must all have', { tagKeys: ['sea', 'café'] }, few],
    ['by source', { source: 'page:https://a.example' }, few],
    [
      'after a time, exclusive',
      { createdAfter: time(294), source: 'popup' },
      ['mem_298', 'mem_297', 'mem_296', 'mem_295'],
    ],
    [
      'before a time, exclusive',
      { createdBefore: time(5), collections: ['col_many'] },
      ['mem_004', 'mem_003', 'mem_002', 'mem_001'],
    ],
    [
      'by all filters at once',
      {
        collections: ['col_few'],
        tagKeys: ['café'],
        source: 'page:https://a.example',
        createdAfter: time(60),
        createdBefore: time(299),
      },
      ['mem_180', 'mem_120'],
    ],
    ['by a filter that no memory passes', { tagKeys: ['sea', 'nothing'] }, []],
    ['by an empty list of collections', { collections: [] }, []],
  ])('%s', async (_, filters, expected) => {
    expect(await idsOf(await index, 'boat ', { filters, limit: 5 })).toEqual(expected);
  });

  it('control: none of the wanted memories is among the best unfiltered hits', async () => {
    expect(await idsOf(await index, 'boat ', { limit: 5 })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(few.join('|')))]),
    );
  });

  it('with the same scores as the unfiltered search', async () => {
    const all = new Map((await search(await index, 'boat word7 ', { limit: 300 })).map((hit) => [hit.id, hit]));
    for (const hit of await search(await index, 'boat word7 ', { filters: { collections: ['col_few'] } }))
      expect(hit).toEqual(all.get(hit.id));
  });
});
