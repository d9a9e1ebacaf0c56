import { describe, expect, test } from 'vitest';
import { keywordIndex } from '../../../src/search/keyword/keyword-index.ts';
import { postgresKeyword } from '../../../src/search/postgres/keyword/keyword-index.ts';
import type { KeywordHit, KeywordIndex, KeywordQuery } from '../../../src/service/ports/keyword-index.ts';
import { databases } from '../../support/postgres/databases.ts';
import { daySeed } from '../../../scripts/test/day-seed.ts';
import { runsAll, sized } from '../../support/rounds.ts';
import { randomFrom } from '../../../scripts/random.ts';
import { fill, queries } from '../../unit/search/keyword/many-notes.ts';
import { Notebook } from '../../unit/search/keyword/notebook.ts';
import { withTables } from './tables.ts';

/** Numbers of notes and queries. PGlite is slower and gets fewer. */
const sizes: Record<string, { notes: number; queries: number }> = {
  PGlite: { notes: sized(300, 120), queries: sized(300, 120) },
  PostgreSQL: { notes: sized(1_500, 600), queries: sized(2_000, 500) },
};

/** `npm run test:all` always runs the same queries; `npm test` runs fewer, different ones each day. */
const seed = runsAll ? 5 : daySeed;

describe.each(databases)('%s', (name, make) => {
  test(
    'finds, scores and explains like the in-memory index after any saves, edits and deletions',
    { timeout: 240_000 },
    async () => {
      const { notes, queries: count } = sizes[name]!;
      const database = await withTables(make);
      const notebook = new Notebook();
      const [ours, oracle] = [postgresKeyword(database)('me'), keywordIndex()];
      let steps = 0;
      await fill(notebook, notes, async () => steps++ % 3 === 0 && ours.catchUp(notebook));
      await Promise.all([ours.catchUp(notebook), oracle.catchUp(notebook)]);
      const live = notebook.live();
      const random = randomFrom(11);
      let answered = 0;
      for (const text of queries(count, seed)) {
        const query = queryOf(
          text,
          random,
          live.map(({ id }) => id),
        );
        const [found, expected] = await Promise.all([ours.search(query), oracle.search(query)]);
        expect(found.map(plain), JSON.stringify(query)).toEqual(expected.map(plain));
        for (const [rank, hit] of found.entries()) {
          expect(hit.score).toBeCloseTo(expected[rank]!.score, 6);
          expect(hit.strength).toBeCloseTo(expected[rank]!.strength, 6);
        }
        if (expected.length > 0) answered++;
      }
      expect(answered).toBeGreaterThan(count / 2);
    },
  );

  test('keeps owners apart even if two instances index the same memories at once', async () => {
    const database = await withTables(make);
    const [mine, theirs] = [new Notebook('one'), new Notebook('other')];
    mine.save('mem_1', { content: 'a boat in the harbour' });
    theirs.save('mem_1', { content: 'a boat on the river' });
    theirs.save('mem_2', { content: 'a boat on the lake' });
    const [first, second] = [postgresKeyword(database), postgresKeyword(database)];
    await Promise.all([
      first('me').catchUp(mine),
      second('me').catchUp(mine),
      first('you').catchUp(theirs),
      second('you').catchUp(theirs),
    ]);
    const idsOf = async (index: KeywordIndex, text: string) =>
      (await index.search({ text, filters: {}, limit: 10 })).map(({ id }) => id);
    expect(await idsOf(second('me'), 'boat')).toEqual(['mem_1']);
    expect(await idsOf(first('you'), 'boat')).toEqual(['mem_2', 'mem_1']);
    expect(await idsOf(first('me'), 'river')).toEqual([]);
    expect(await idsOf(first('nobody'), 'boat')).toEqual([]);
  });
});

function plain({ id, words }: KeywordHit) {
  return { id, words };
}

function queryOf(text: string, random: () => number, ids: string[]): KeywordQuery {
  const some = <Value>(share: number, value: Value) => (random() < share ? value : undefined);
  const anyId = () => ids[Math.floor(random() * ids.length)]!;
  return {
    text,
    limit: some(0.1, 0) ?? some(0.2, 50) ?? 10,
    filters: {
      collections: some(0.1, ['col_some', 'col_other']),
      tagKeys: some(0.1, ['sea']),
      source: some(0.05, 'popup') ?? some(0.02, 'nowhere'),
      createdAfter: some(0.05, '2026-01-01T00:05:00.000Z'),
      createdBefore: some(0.05, '2026-01-01T00:15:00.000Z'),
    },
    within: some(0.15, ['col_some']),
    also: some(0.2, [anyId(), anyId(), 'mem_absent']),
  };
}
