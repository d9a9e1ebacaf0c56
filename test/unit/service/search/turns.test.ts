import { beforeEach, describe, expect, it } from 'vitest';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { createService, type Service } from '../../../../src/service/app.ts';
import type { Owner } from '../../../../src/service/ports/store.ts';
import { newToken } from '../../../../src/service/issue-token.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { idMaker } from '../../../../src/lib/ulid.ts';
import { limits } from '../../../../src/v1/limits.ts';
import { gatedEmbedder } from '../../../support/gated-embedder.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { standInEmbedder } from '../../../support/stand-in-model.ts';

let model: ReturnType<typeof gatedEmbedder>;
let service: Service;
let secrets: Map<Owner, string>;
let faults: unknown[];

beforeEach(async () => {
  const store = inMemoryStore();
  const newId = idMaker();
  const indexes = new Map(
    ['anna', 'ben', 'carl'].map((owner) => [
      owner,
      { keyword: keywordIndex(), vectors: naiveVectors(standInEmbedder()) },
    ]),
  );
  model = gatedEmbedder();
  faults = [];
  service = createService({
    store,
    keyword: (owner) => indexes.get(owner)!.keyword,
    meaning: { embedders: { current: async () => model.embedder }, vectors: (owner) => indexes.get(owner)!.vectors },
    report: (fault) => faults.push(fault),
  });
  secrets = new Map();
  for (const owner of indexes.keys()) {
    const { row, secret } = newToken(
      {
        name: owner,
        scopes: ['memories:read', 'memories:write'],
        collections: null,
        origin: null,
        rateLimit: { requests: 1_000, seconds: 60 },
        expiresAt: null,
        ancestors: [],
      },
      newId,
      Date.now(),
    );
    await store.write(owner, (writer) => writer.putToken(row));
    secrets.set(owner, secret);
    await send(owner, 'memories', { content: 'quiet hotel' });
  }
});

function send(owner: Owner, path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${secrets.get(owner)}`, 'content-type': 'application/json' };
  return service.fetch(
    new Request(`http://test.invalid/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }),
    {},
  );
}

const like = (owner: Owner, text: string, signal?: AbortSignal) =>
  send(owner, 'memories/search', { like: { text } }, signal);

const untilStarted = (count: number) => model.waitUntilStarted(count);

describe('texts in `like`', () => {
  it('are embedded one by one, with owners taking turns', async () => {
    const answers = ['a1', 'a2', 'a3', 'a4'].map((text) => like('anna', text));
    await untilStarted(1);
    answers.push(like('ben', 'b1'), like('ben', 'b2'), like('carl', 'c1'));
    expect(await untilStarted(1)).toEqual(['a1']);
    model.open();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(model.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('aren’t embedded if the caller has left', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const gone = [like('anna', 'running', first.signal), like('anna', 'waiting', second.signal)];
    const kept = like('anna', 'kept');
    expect(await untilStarted(1)).toEqual(['running']);
    second.abort();
    first.abort();
    expect(await untilStarted(2)).toEqual(['running', 'kept']);
    expect(model.aborted).toEqual(['running']);
    model.open();
    expect((await kept).status).toBe(200);
    expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([503, 503]);
    expect(faults).toEqual([]);
  });

  it('get 429 beyond an owner’s limit; other owners aren’t affected', async () => {
    const waiting = Array.from({ length: limits.waitingTexts + 1 }, (_, index) => like('anna', `a${index}`));
    await untilStarted(1);
    const refused = await like('anna', 'too many');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited', retryAfter: expect.any(Number) } });
    const other = like('ben', 'b');
    model.open();
    expect((await Promise.all([...waiting, other])).map(({ status }) => status)).toEqual(
      Array(limits.waitingTexts + 2).fill(200),
    );
    expect(model.started).not.toContain('too many');
    expect((await like('anna', 'later')).status).toBe(200);
  });
});

describe('queries', () => {
  const search = (owner: Owner, query: string, signal?: AbortSignal) =>
    send(owner, 'memories/search', { query }, signal);

  it('don’t wait for texts', async () => {
    const texts = [like('anna', 'long'), like('anna', 'long too')];
    await untilStarted(1);
    const answer = search('ben', 'quiet');
    expect(await untilStarted(2)).toEqual(['long', 'quiet']);
    model.open();
    expect(await (await answer).json()).toMatchObject({ mode: 'hybrid' });
    await Promise.all(texts);
  });

  it('fall back to mode keyword beyond an owner’s limit', async () => {
    const waiting = Array.from({ length: limits.waitingQueries + 1 }, () => search('anna', 'quiet'));
    await untilStarted(1);
    expect(await (await search('anna', 'quiet')).json()).toMatchObject({
      mode: 'keyword',
      memories: [{ content: 'quiet hotel' }],
    });
    model.open();
    for (const answer of await Promise.all(waiting)) expect(await answer.json()).toMatchObject({ mode: 'hybrid' });
  });

  it('aren’t embedded if the caller has left', async () => {
    const leaving = new AbortController();
    const first = search('anna', 'first');
    const gone = search('anna', 'gone', leaving.signal);
    await untilStarted(1);
    leaving.abort();
    model.open();
    await Promise.all([first, gone]);
    expect(model.started).toEqual(['first']);
  });
});
