import { expect, test } from 'vitest';
import { StorageFull, StoreUnavailable } from '../../../src/service/ports/failures.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testHttpServer } from '../../support/server/http-server.ts';
import { rawRequest } from '../../support/server/raw.ts';

const canary = 'canary7391';

test('logs every response without content, query or token', async () => {
  const { base, port, token, logged } = await testHttpServer();
  const authorization = `Bearer ${token}`;
  const post = (path: string, body: string) =>
    fetch(base + path, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': canary,
        'user-agent': canary,
        referer: `http://${canary}.example/`,
      },
      body,
    });
  const made = (await (
    await post(
      '/v1/memories',
      JSON.stringify({ content: canary, tags: [canary], title: canary, url: `https://${canary}.example/` }),
    )
  ).json()) as { id: string };
  await post('/v1/memories/search', JSON.stringify({ query: canary }));
  await post('/v1/memories', `{"content": ${canary}`);
  await post('/v1/collections', JSON.stringify({ name: canary }));
  await fetch(`${base}/v1/memories?tag=${canary}&cursor=${canary}`, { headers: { authorization } });
  await fetch(`${base}/v1/memories/${canary}`, { headers: { authorization } });
  await fetch(`${base}/${canary}`, { headers: { authorization: `Bearer cpk_${canary}` } });
  await rawRequest(port, `GET /${canary} HTTP/9.9\r\nHost: ${canary}\r\n\r\n`);
  await rawRequest(port, `GET /${canary} HTTP/1.1\r\nHost: ${canary}\r\n\r\n`);
  expect(logged).toHaveLength(9);
  const text = logged.join('');
  for (const secret of [canary, token, token.slice(-64), made.id]) expect(text).not.toContain(secret);
  const [first] = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    method: 'POST',
    route: '/v1/memories',
    status: 201,
    owner: 'me',
    msg: 'answered',
    request: expect.stringMatching(/./) as string,
    milliseconds: expect.any(Number) as number,
  });
});

test('logs the kind and stack of an error without its message, and hides the error from the client', async () => {
  const store = inMemoryStore();
  const { base, token, logged } = await testHttpServer({ store });
  store.write = async () => {
    throw Object.assign(
      new TypeError(`no column\n    at ${canary} (${canary}.ts:1:1)`, { cause: new RangeError(canary) }),
      { code: '42703', detail: canary },
    );
  };
  const answer = await fetch(`${base}/v1/memories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'x' }),
  });
  const body = await answer.text();
  expect({ status: answer.status, code: (JSON.parse(body) as { error: { code: string } }).error.code }).toEqual({
    status: 500,
    code: 'internal',
  });
  expect(body).not.toContain(canary);
  const { error, request } = logged
    .map(
      (line) =>
        JSON.parse(line) as { msg: string; request: string; error: { kind: string; code: string; frames: string[] } },
    )
    .find(({ msg }) => msg === 'error')!;
  expect(request).toBe(answer.headers.get('x-request-id'));
  expect(error).toMatchObject({ kind: 'TypeError', code: '42703', cause: { kind: 'RangeError' } });
  expect(error.frames.join('\n')).toContain('log.test.ts');
  expect(logged.join('')).not.toContain(canary);
});

interface Line {
  msg: string;
  more?: number;
  error: { kind: string; code?: string; cause?: { kind: string; code: string } };
}

const errorsIn = (logged: string[]) =>
  logged.map((line) => JSON.parse(line) as Line).filter(({ error }) => error !== undefined);

test.each([
  [
    'can’t be reached',
    503,
    new StoreUnavailable(canary, { cause: Object.assign(new Error(canary), { code: '57014' }) }),
    { kind: 'StoreUnavailable', cause: { kind: 'Error', code: '57014' } },
  ],
  [
    'is full',
    507,
    new StorageFull(canary, { cause: Object.assign(new Error(canary), { code: '53100' }) }),
    { kind: 'StorageFull', cause: { kind: 'Error', code: '53100' } },
  ],
])('logs once a second why the database %s, and the number of further errors', async (_, status, thrown, error) => {
  const store = inMemoryStore();
  const { base, token, logged } = await testHttpServer({ store });
  const read = store.read.bind(store);
  store.read = async () => {
    throw thrown;
  };
  const ask = async (path: string) =>
    (await fetch(`${base}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_all, index) => ask(index % 2 === 0 ? '/collections' : '/memories')),
  );
  expect(new Set(answers)).toEqual(new Set([status]));
  await expect.poll(() => errorsIn(logged).reduce((sum, { more = 1 }) => sum + more, 0), { timeout: 10_000 }).toBe(20);
  const lines = errorsIn(logged);
  expect(lines.length).toBeLessThan(6);
  for (const line of lines) expect(line).toMatchObject({ error });
  expect(logged.join('')).not.toContain(canary);

  store.read = read;
  const before = lines.length;
  expect(await ask('/memories/none')).toBe(404);
  expect(errorsIn(logged)).toHaveLength(before);
});

test('logs different errors separately', async () => {
  const store = inMemoryStore();
  const { base, token, logged } = await testHttpServer({ store });
  for (const thrown of [new TypeError(canary), new RangeError(canary), new StoreUnavailable(canary)]) {
    store.read = async () => {
      throw thrown;
    };
    await fetch(`${base}/v1/memories`, { headers: { authorization: `Bearer ${token}` } });
  }
  expect(errorsIn(logged).map(({ error }) => error.kind)).toEqual(['TypeError', 'RangeError', 'StoreUnavailable']);
});
