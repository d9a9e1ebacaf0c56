import { beforeEach, describe, expect, it } from 'vitest';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import type { VectorQuery } from '../../../../src/service/ports/vector-index.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { meaningHost, type MeaningHost } from '../../../support/meaning.ts';
import { naiveVectors, type NaiveVectors } from '../../../support/naive-vectors.ts';
import { standInEmbedder, standInModel } from '../../../support/stand-in-model.ts';

let host: MeaningHost;

beforeEach(() => {
  host = meaningHost();
});

const save = (content: string, fields?: object) => host.save(content, fields);
const search = async (body: object): Promise<SearchAnswer> => (await host.send('POST', '/memories/search', body)).body;
const contents = ({ memories }: SearchAnswer) => memories.map(({ content }) => content);

describe('a search', () => {
  it('finds a memory that shares no word with the query, in modes semantic and hybrid', async () => {
    await save('a silent inn');
    await save('tea with milk');
    for (const mode of ['semantic', 'hybrid', undefined]) {
      const answer = await search({ query: 'quiet hotel', mode });
      expect(answer).toMatchObject({ mode: mode ?? 'hybrid', coverage: 1 });
      expect(answer.memories[0]).toMatchObject({
        content: 'a silent inn',
        match: { words: [], certain: true, passage: null },
      });
    }
    expect(contents(await search({ query: 'quiet hotel', mode: 'keyword' }))).toEqual([]);
  });

  it('drops a memory that shares no word and is far in meaning, except in mode semantic', async () => {
    await save('a silent inn');
    await save('tea with milk');
    expect(contents(await search({ query: 'quiet hotel' }))).toEqual(['a silent inn']);
    expect(contents(await search({ query: 'quiet hotel', mode: 'semantic' }))).toEqual([
      'a silent inn',
      'tea with milk',
    ]);
    expect(contents(await search({ query: 'quiet hotel tea' }))).toEqual(['a silent inn', 'tea with milk']);
  });

  it('returns the strength of each kind of search that ran', async () => {
    await save('quiet please');
    const [both] = (await search({ query: 'quiet hotel' })).memories;
    expect(both!.match).toMatchObject({ keyword: expect.any(Number), semantic: expect.any(Number), words: ['quiet'] });
    expect((await search({ query: 'quiet hotel', mode: 'semantic' })).memories[0]!.match).toMatchObject({
      keyword: null,
      semantic: both!.match.semantic,
      words: [],
    });
    expect((await search({ query: 'silent hotel' })).memories[0]!.match).toMatchObject({
      keyword: 0,
      semantic: both!.match.semantic,
      words: [],
    });
    expect((await search({ query: 'quiet hotel', mode: 'keyword' })).memories[0]!.match).toMatchObject({
      keyword: both!.match.keyword,
      semantic: null,
    });
  });

  it('returns the nearest passage of a long memory', async () => {
    const filler = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    await save(`${filler} ask the plumber about the boiler`);
    const { content, match } = (await search({ query: 'tap pipe', mode: 'semantic' })).memories[0]!;
    expect(content.slice(match.passage!.start, match.passage!.end)).toMatch(/^word\d+ .* boiler$/);
    expect(match.passage!.start).toBeGreaterThan(0);
  });

  it('scores keyword hits by meaning too, however low they rank by meaning', async () => {
    for (let number = 0; number < 80; number++) await save(`hotel room inn ${number}`);
    await save(
      'hotel hotel hotel quiet zeppelin and much about other things, none of them a place to sleep, nor calm in any way that we know of',
    );
    const [first] = (await search({ query: 'hotel zeppelin', limit: 1 })).memories;
    expect(first!.match.words).toEqual(['hotel', 'zeppelin']);
    expect(first!.match.semantic).not.toBeNull();
  });

  it('returns the matched words of hits found by meaning, however low they rank by keyword', async () => {
    for (let number = 0; number < 80; number++) await save('zeppelin zeppelin tea');
    await save('quiet room calm inn zeppelin');
    const [first] = (await search({ query: 'silent hotel zeppelin ', limit: 1 })).memories;
    expect(first).toMatchObject({ content: 'quiet room calm inn zeppelin', match: { words: ['zeppelin'] } });
  });

  it('ranks unindexed memories by keyword, and returns the share of memories that is indexed', async () => {
    host.vectors = naiveVectors();
    for (const content of ['an inn', 'a room', 'a hotel']) await save(content);
    await search({ query: 'hotel' });
    await host.vectors.indexWith(standInEmbedder(), 2);
    const answer = await search({ query: 'inn' });
    expect(answer).toMatchObject({ mode: 'hybrid', coverage: 2 / 3 });
    expect(answer.memories.map(({ content, match }) => [content, match.semantic === null])).toEqual([
      ['an inn', true],
      ['a hotel', false],
      ['a room', false],
    ]);
  });

  it('returns the coverage of the searched memories, or 1 if there are none', async () => {
    host.vectors = naiveVectors();
    await save('a hotel', { tags: ['old'] });
    await search({ query: 'x' });
    await host.vectors.indexWith(standInEmbedder());
    await save('an inn', { tags: ['new'] });
    const covered = async (tag: string) => (await search({ query: 'hotel', filters: { tags: [tag] } })).coverage;
    expect([await covered('old'), await covered('new'), await covered('none')]).toEqual([1, 0, 1]);
  });

  it('puts the newest of equal hits first, in every mode', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 4; number++) {
      ids.unshift(await save('a quiet room'));
      host.clock.advance(1);
    }
    for (const mode of ['keyword', 'semantic', 'hybrid'])
      for (const query of ['quiet room', 'inn']) {
        const foundIds = (await search({ query, mode })).memories.map(({ id }) => id);
        if (mode !== 'keyword' || query !== 'inn') expect(foundIds).toEqual(ids);
      }
  });

  it('fills its limit even with filters', async () => {
    for (let number = 0; number < 5; number++) await save(`calm inn ${number}`, { tags: ['in'] });
    for (let number = 0; number < 90; number++) await save('quiet hotel');
    for (const mode of ['semantic', 'hybrid'])
      expect((await search({ query: 'quiet hotel', mode, limit: 4, filters: { tags: ['in'] } })).memories).toHaveLength(
        4,
      );
  });
});

it('a search embeds its query or its `like` text only once, even if the indexes lag', async () => {
  await save('a silent inn');
  await search({ query: 'inn' });
  const embedded: string[] = [];
  host.current = async () => ({
    ...standInEmbedder(),
    query(text) {
      embedded.push(text);
      return standInEmbedder().query(text);
    },
    passages(text) {
      embedded.push(text);
      return standInEmbedder().passages(text);
    },
  });
  host.vectors = Object.create(host.vectors, { seq: { value: -1 } }) as NaiveVectors;
  await save('a quiet room');
  expect(contents(await search({ query: 'quiet hotel' }))).toContain('a quiet room');
  await save('a calm hotel');
  expect(contents(await search({ query: 'silent inn', mode: 'semantic' }))).toContain('a calm hotel');
  await save('a calm inn');
  expect(contents(await search({ like: { text: 'calm room' } }))).toContain('a calm inn');
  expect(embedded).toEqual(['quiet hotel', 'silent inn', 'calm room']);
});

describe('a search falls back to mode keyword if', () => {
  const expectFallback = async (query = 'quiet') => {
    const answers = [await search({ query }), await search({ query, mode: 'semantic' })];
    for (const answer of answers) expect(answer).toMatchObject({ mode: 'keyword', coverage: 0 });
    expect(contents(answers[0]!)).toEqual([`${query} please`]);
    expect(contents(answers[1]!)).toEqual([`${query} please`]);
  };

  beforeEach(async () => {
    await save('a silent inn');
    await save('quiet please');
    expect((await search({ query: 'quiet' })).mode).toBe('hybrid');
  });

  it('there is no model', async () => {
    host.current = () => Promise.reject(new ModelUnavailable('It was refused.'));
    await expectFallback();
    expect(host.faults).toEqual([]);
  });

  it('the model fails to embed the query', async () => {
    host.current = async () => ({
      ...standInEmbedder(),
      query: () => Promise.reject(new ModelUnavailable('It died.')),
    });
    await expectFallback();
  });

  it('the model fails unexpectedly, which is reported', async () => {
    host.current = async () => ({ ...standInEmbedder(), query: () => Promise.reject(new TypeError('x is undefined')) });
    await expectFallback();
    expect(host.faults).toHaveLength(2);
  });

  it('the vectors can’t be read', async () => {
    host.vectors = { ...host.vectors, search: () => Promise.reject(new Error('The file is torn.')) };
    await expectFallback();
  });

  it('nothing is indexed yet', async () => {
    host.vectors = naiveVectors();
    let loads = 0;
    host.current = async () => (loads++, standInEmbedder());
    await expectFallback();
    expect(loads).toBe(0);
  });

  it('the vectors are of another model than the current one', async () => {
    const other = { ...standInModel, id: 'another', dimensions: 32 };
    host.current = async () => standInEmbedder(other);
    await expectFallback();
    expect(host.faults).toEqual([]);
  });

  it('the index switches models while the query is embedded', async () => {
    const other = standInEmbedder({ ...standInModel, id: 'another' });
    host.vectors = naiveVectors();
    await search({ query: 'x' });
    await host.vectors.indexWith(standInEmbedder());
    host.current = async () => ({
      ...standInEmbedder(),
      async query(text) {
        await host.vectors.indexWith(other);
        return standInEmbedder().query(text);
      },
    });
    await expectFallback();
  });

  it('the index switches models while it is searched', async () => {
    const other = standInEmbedder({ ...standInModel, id: 'another' });
    const vectors = naiveVectors();
    host.vectors = Object.create(vectors, {
      search: {
        async value(query: VectorQuery) {
          await vectors.indexWith(other);
          return vectors.search(query);
        },
      },
    }) as NaiveVectors;
    await search({ query: 'x' });
    await vectors.indexWith(standInEmbedder());
    expect(contents(await search({ query: 'quiet' }))).toEqual(['quiet please']);
    expect(vectors.model).toBe('another');
  });

  it('the model doesn’t support the script of the query', async () => {
    await save('酒店 please');
    await expectFallback('酒店');
  });
});

it('searches with the model that indexed the memories', async () => {
  await save('a silent inn');
  const next = standInEmbedder({ ...standInModel, id: 'next' });
  const old = standInEmbedder();
  host.vectors = naiveVectors();
  await search({ query: 'x' });
  await host.vectors.indexWith(old);
  host.current = async () => (host.vectors.model === next.model.id ? next : old);
  await save('a loud inn');
  await host.vectors.indexWith(next, 1);
  expect((await search({ query: 'quiet hotel' })).mode).toBe('hybrid');
  await host.vectors.indexWith(next);
  expect(host.vectors.model).toBe('next');
  expect(await search({ query: 'quiet hotel' })).toMatchObject({
    mode: 'hybrid',
    coverage: 1,
    memories: [{ content: 'a silent inn' }, { content: 'a loud inn' }],
  });
});
