import { beforeEach, describe, expect, it } from 'vitest';
import { keywordIndex } from '../../../../src/search/keyword/keyword-index.ts';
import { createService, type Service } from '../../../../src/service/app.ts';
import { localOwner, type Owner } from '../../../../src/service/ports/store.ts';
import { newToken } from '../../../../src/service/issue-token.ts';
import { inMemoryStore } from '../../../../scripts/in-memory-store/index.ts';
import { idMaker } from '../../../../src/lib/ulid.ts';
import type { Vouched } from '../../../../src/service/vouched.ts';
import { limits } from '../../../../src/v1/limits.ts';
import { gatedEmbedder } from '../../../support/gated-embedder.ts';
import { naiveVectors } from '../../../support/naive-vectors.ts';
import { standInEmbedder } from '../../../support/stand-in-model.ts';

let model: ReturnType<typeof gatedEmbedder>;
let service: Service;
let senders: Map<string, { secret?: string; vouched: Vouched }>;
let faults: unknown[];

/** Tokens of three users of a server, and of a web page. The page's token and the popup have the same owner. */
const tokens: [name: string, owner: Owner, origin: string | null][] = [
  ['anna', 'anna', null],
  ['anna, second token', 'anna', null],
  ['ben', 'ben', null],
  ['carl', 'carl', null],
  ['page', localOwner, 'https://page.example'],
];

beforeEach(async () => {
  const store = inMemoryStore();
  const newId = idMaker();
  const indexes = new Map(
    [...new Set(tokens.map(([, owner]) => owner))].map((owner) => [
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
  senders = new Map([['popup', { vouched: { source: 'popup' } }]]);
  for (const [name, owner, origin] of tokens) {
    const { row, secret } = newToken(
      {
        name,
        scopes: ['memories:read', 'memories:write'],
        collections: null,
        origin,
        rateLimit: { requests: 1_000, seconds: 60 },
        expiresAt: null,
        ancestors: [],
      },
      newId,
      Date.now(),
    );
    await store.write(owner, (writer) => writer.putToken(row));
    senders.set(name, { secret, vouched: origin === null ? {} : { origin } });
  }
  for (const name of ['anna', 'ben', 'carl', 'popup']) await send(name, 'memories', { content: 'quiet hotel' });
});

function send(sender: string, path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const { secret, vouched } = senders.get(sender)!;
  const headers = { ...(secret && { authorization: `Bearer ${secret}` }), 'content-type': 'application/json' };
  return service.fetch(
    new Request(`http://test.invalid/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }),
    vouched,
  );
}

const like = (sender: string, text: string, signal?: AbortSignal) =>
  send(sender, 'memories/search', { like: { text } }, signal);

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

  it('give an owner with two tokens no extra turns', async () => {
    const answers = [like('anna', 'a1'), like('anna', 'a2'), like('anna', 'a3')];
    await untilStarted(1);
    answers.push(like('anna, second token', 's1'), like('ben', 'b1'), like('ben', 'b2'));
    await untilStarted(1);
    model.open();
    await Promise.all(answers);
    expect(model.started).toEqual(['a1', 'a2', 'b1', 's1', 'b2', 'a3']);
  });

  it('of a caller that disconnects are aborted, or dropped if still waiting', async () => {
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

const search = (sender: string, query: string, signal?: AbortSignal) =>
  send(sender, 'memories/search', { query }, signal);

describe('queries', () => {
  it('don’t wait for texts in `like`', async () => {
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

  it('aren’t embedded if the caller disconnects while they wait', async () => {
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

describe.each([
  ['the popup', 'a web page', 'popup', 'page'],
  ['a token', 'another token of the same user', 'anna', 'anna, second token'],
])('%s beside %s that sends more requests', (_, __, sender, greedy) => {
  it('takes turns with the other sender', async () => {
    const greedyAnswers = ['g1', 'g2', 'g3'].map((text) => like(greedy, text));
    await untilStarted(1);
    const answers = ['s1', 's2'].map((text) => like(sender, text));
    await untilStarted(1);
    model.open();
    await Promise.all([...greedyAnswers, ...answers]);
    expect(model.started).toEqual(['g1', 'g2', 's1', 'g3', 's2']);
  });

  it('can fill half of the queue of `like` texts, and the other sender’s latest texts get 429', async () => {
    const share = limits.waitingTexts / 2;
    const greedyAnswers = texts('g', limits.waitingTexts + 1).map((text) => like(greedy, text));
    await untilStarted(1);
    const answers = texts('s', share).map((text) => like(sender, text));
    const refused = await Promise.all([...greedyAnswers.slice(-share), like(sender, 'too many')]);
    expect(refused.map(({ status }) => status)).toEqual(Array(share + 1).fill(429));
    model.open();
    for (const answer of await Promise.all([...greedyAnswers.slice(0, -share), ...answers]))
      expect(answer.status).toBe(200);
    expect(model.started.toSorted()).toEqual([...texts('g', share + 1), ...texts('s', share)]);
  });

  it('displaces the other sender’s latest query, and the displaced query falls back to mode keyword', async () => {
    const greedyAnswers = texts('g', limits.waitingQueries + 1).map((query) => search(greedy, query));
    await untilStarted(1);
    const answer = search(sender, 'quiet');
    expect(await (await greedyAnswers.pop()!).json()).toMatchObject({ mode: 'keyword' });
    model.open();
    for (const one of await Promise.all([...greedyAnswers, answer]))
      expect(await one.json()).toMatchObject({ mode: 'hybrid' });
  });
});

it('control: without another sender, a new text displaces no earlier text', async () => {
  const answers = texts('g', limits.waitingTexts).map((text) => like('page', text));
  await untilStarted(1);
  answers.push(like('page', 'last'));
  expect((await like('page', 'too many')).status).toBe(429);
  model.open();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(limits.waitingTexts + 1).fill(200));
  expect(model.started).toEqual([...texts('g', limits.waitingTexts), 'last']);
});

const texts = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
