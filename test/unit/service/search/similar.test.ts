import { beforeEach, describe, expect, it } from 'vitest';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import type { SearchAnswer } from '../../../../src/v1/schemas/search.ts';
import { meaningHost, type MeaningHost } from '../../../support/meaning.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { testService, type SendOptions } from '../../../support/service.ts';
import { standInEmbedder } from '../../../support/stand-in-model.ts';

let host: MeaningHost;

beforeEach(() => {
  host = meaningHost();
});

const save = (content: string, fields?: object) => host.save(content, fields);
const ask = (like: object, more: object = {}, sent?: SendOptions) =>
  host.send('POST', '/memories/search', { like, ...more }, sent);
const similarTo = async (like: object, more: object = {}, sent?: SendOptions): Promise<string[]> =>
  ((await ask(like, more, sent)).body as SearchAnswer).memories.map(({ content }) => content);

describe('memories similar to a given memory', () => {
  it('begin with the nearest in meaning, fill the limit, and don’t include the given memory', async () => {
    const id = await save('quiet hotel');
    for (const content of ['bread', 'silent inn', 'dog']) await save(content);
    expect(await similarTo({ memoryId: id }, { limit: 1 })).toEqual(['silent inn']);
    expect((await similarTo({ memoryId: id }, { limit: 4 })).sort()).toEqual(['bread', 'dog', 'silent inn']);
    const { mode, coverage, memories } = (await ask({ memoryId: id }, { mode: 'hybrid' })).body as SearchAnswer;
    expect([mode, coverage]).toEqual(['semantic', 1]);
    expect(memories[0]!.match).toMatchObject({ keyword: null, words: [], certain: true });
    expect(memories.at(-1)?.match.certain).toBe(false);
  });

  it('are found even if the given memory isn’t indexed yet', async () => {
    await save('silent inn');
    host.vectors = naiveVectors();
    await ask({ text: 'x' });
    await host.vectors.indexWith(standInEmbedder());
    const id = await save('quiet hotel');
    expect(await similarTo({ memoryId: id })).toEqual(['silent inn']);
  });

  it('pass the filters', async () => {
    const id = await save('quiet hotel');
    await save('silent inn');
    await save('silent dog', { tags: ['in'] });
    expect(await similarTo({ memoryId: id }, { filters: { tags: ['in'] } })).toEqual(['silent dog']);
  });

  it('are not found for a deleted or unknown memory', async () => {
    const id = await save('quiet hotel');
    await host.send('DELETE', `/memories/${id}`);
    for (const memoryId of [id, 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz', 'x'])
      expect(await ask({ memoryId })).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });
});

it('a search for memories like a long text ranks the one closest to most of the text first', async () => {
  for (const content of ['bread', 'silent inn', 'dog']) await save(content);
  const page = `${'quiet hotel room '.repeat(40)} bread`;
  expect((await similarTo({ text: page }))[0]).toBe('silent inn');
});

describe('a token limited to a collection', () => {
  let token: string;
  let hidden: string;

  beforeEach(async () => {
    const { id } = (await host.send('POST', '/collections', { name: 'mine' })).body;
    hidden = await save('quiet hotel');
    await save('silent inn');
    await save('calm room', { collection: id });
    token = await host.token({ scopes: ['memories:read'], collections: [id] });
  });

  it('finds only visible memories by meaning', async () => {
    for (const mode of ['semantic', 'hybrid']) {
      const { memories } = (await host.send('POST', '/memories/search', { query: 'quiet hotel', mode }, { token }))
        .body as SearchAnswer;
      expect(memories.map(({ content }) => content)).toEqual(['calm room']);
    }
    expect(await similarTo({ text: 'quiet hotel' }, {}, { token })).toEqual(['calm room']);
  });

  it('gets strengths that don’t depend on hidden memories', async () => {
    const strengths = async () => {
      const { memories } = (await host.send('POST', '/memories/search', { query: 'calm room zeppelin' }, { token }))
        .body as SearchAnswer;
      return memories.map(({ match }) => [match.keyword, match.semantic]);
    };
    const before = await strengths();
    for (let number = 0; number < 5; number++) await save(`calm room ${number}`);
    expect(await strengths()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('can’t use a hidden memory in `like`', async () => {
    const [theirs, none] = [
      await ask({ memoryId: hidden }, {}, { token }),
      await ask({ memoryId: 'mem_01hzzzzzzzzzzzzzzzzzzzzzzz' }, {}, { token }),
    ];
    expect(theirs).toMatchObject({ status: 404 });
    expect(theirs.body).toEqual(none.body);
    expect((await ask({ memoryId: hidden })).status).toBe(200);
  });

  it('gets the coverage of visible memories only', async () => {
    host.vectors = naiveVectors();
    await ask({ text: 'x' });
    await host.vectors.indexWith(standInEmbedder(), 1);
    const coverage = async (sent?: SendOptions) =>
      ((await host.send('POST', '/memories/search', { query: 'hotel' }, sent)).body as SearchAnswer).coverage;
    expect([await coverage({ token }), await coverage()]).toEqual([1, 1 / 3]);
  });
});

describe('without a model', () => {
  it('returns 503 with the reason for a search with `like`', async () => {
    const id = await save('quiet hotel');
    host.current = () => Promise.reject(new ModelUnavailable('It was refused: its vectors are wrong.'));
    for (const like of [{ memoryId: id }, { text: 'a text' }]) {
      expect(await ask(like)).toMatchObject({
        status: 503,
        body: { error: { code: 'unavailable', message: 'It was refused: its vectors are wrong.' } },
      });
    }
    expect(host.faults).toEqual([]);
  });

  it('returns 404 for a missing memory', async () => {
    const { send } = testService(inMemoryStore());
    const like = (memoryId: string) => send('POST', '/memories/search', { like: { memoryId } });
    const { id } = (await send('POST', '/memories', { content: 'quiet hotel' })).body;
    expect((await like(id)).status).toBe(503);
    expect((await like('mem_01hzzzzzzzzzzzzzzzzzzzzzzz')).status).toBe(404);
  });

  it('reports an unexpected error and keeps it out of the response', async () => {
    host.current = () => Promise.reject(new TypeError('secret'));
    const { status, body } = await ask({ text: 'a text' });
    expect([status, JSON.stringify(body).includes('secret'), host.faults.length]).toEqual([503, false, 1]);
  });
});
