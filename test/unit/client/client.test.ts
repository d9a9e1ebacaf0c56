import { beforeEach, describe, expect, it } from 'vitest';
import {
  CommonplaceError,
  ConnectionFailed,
  MalformedResponse,
  ownClient,
  ServiceError,
  type Client,
  type Transport,
} from '../../../src/client/index.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';

describe('the client over the service', () => {
  let sent: RequestEnvelope[];
  let client: Client;
  let transport: Transport;

  beforeEach(() => {
    const { service } = testService(inMemoryStore());
    sent = [];
    transport = (request) => {
      sent.push(request);
      return handleEnvelope(
        service,
        request,
        request.headers['authorization'] === undefined ? { source: 'popup' } : {},
      );
    };
    client = ownClient(transport);
  });

  it('creates, reads, changes, deletes and restores a memory', async () => {
    const created = await client.memories.create({ content: 'The boiler is in the cellar', tags: ['house'] });
    expect(await client.memories.read(created.id)).toEqual(created);
    const changed = await client.memories.update(created.id, { title: 'Boiler' }, { ifVersion: 1 });
    expect(changed).toMatchObject({ id: created.id, title: 'Boiler', version: 2 });
    expect((await client.memories.search({ query: 'cellar' })).memories.map(({ id }) => id)).toEqual([created.id]);
    await client.memories.delete(created.id);
    expect((await client.memories.list()).memories).toEqual([]);
    expect((await client.memories.list({ deleted: true })).memories).toHaveLength(1);
    expect((await client.memories.restore(created.id)).deletedAt).toBeUndefined();
    await client.memories.delete(created.id, { permanent: true });
    expect((await client.memories.list({ deleted: true })).memories).toEqual([]);
  });

  it('reaches collections, tags, tokens and usage', async () => {
    const { id } = await client.collections.create({ name: 'House' });
    await client.memories.create({ content: 'one', collection: 'house', tags: ['a'] });
    expect((await client.collections.memories(id)).memories).toHaveLength(1);
    expect((await client.collections.rename(id, 'Home')).name).toBe('Home');
    expect((await client.collections.list()).collections).toMatchObject([{ id, name: 'Home', memoryCount: 1 }]);
    expect((await client.tags.list()).tags).toEqual([{ tag: 'a', memoryCount: 1 }]);
    await client.collections.delete(id);
    const token = await client.tokens.create({ name: 'script', scopes: ['memories:read'] });
    expect((await client.tokens.list()).tokens.map(({ name }) => name)).toEqual(['script']);
    const limited = ownClient(transport, token.token);
    expect((await limited.memories.list()).memories).toHaveLength(1);
    await client.tokens.revoke(token.id);
    await expect(limited.memories.list()).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await client.usage.read()).memories).toEqual({ used: 1, limit: null });
  });

  it('pages through a list, and sends the filters even with the last page’s request', async () => {
    for (let count = 0; count < 5; count++)
      await client.memories.create({ content: `note ${count}`, tags: ['a & b', 'c'] });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await client.memories.list({ limit: 2, tag: ['a & b', 'c'], ...(cursor !== null && { cursor }) });
      seen.push(...page.memories.map(({ content }) => content));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['note 4', 'note 3', 'note 2', 'note 1', 'note 0']);
    expect(sent.at(-1)?.path).toContain('tag=a+%26+b&tag=c');
  });

  it('throws the service’s error', async () => {
    const failure = await client.memories.create({ content: '', tags: 'x' as never }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toBeInstanceOf(CommonplaceError);
    expect(failure).toMatchObject({ status: 400, code: 'invalid_request', retryAfter: undefined });
    expect((failure as ServiceError).details.map(({ path }) => path).sort()).toEqual(['content', 'tags']);
    await expect(client.memories.update('mem_x', { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await client.memories.create({ content: 'x' });
    await expect(client.memories.update(id, { title: 'x' }, { ifVersion: 7 })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
  });

  it('saves once for one idempotency key', async () => {
    const save = () => client.memories.create({ content: 'once' }, { idempotencyKey: 'k' });
    expect((await save()).id).toBe((await save()).id);
    expect((await client.usage.read()).memories.used).toBe(1);
  });

  it('gives each save an idempotency key, without an extra request', async () => {
    await client.memories.create({ content: 'one', url: 'https://a.test' }, { idempotencyKey: 'given' });
    await client.collections.create({ name: 'House' });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/memories', 'POST /v1/collections']);
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['given', expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  it('encodes an id with special characters as one path segment', async () => {
    await expect(client.memories.read('../usage?x=1#$&')).rejects.toMatchObject({ code: 'not_found' });
    expect(sent.at(-1)?.path).toBe('/v1/memories/..%2Fusage%3Fx%3D1%23%24%26');
  });
});

describe('an id that can’t be part of a path', () => {
  it.each(['', '.', '..', '\ud800'])('is rejected before a request is sent: %j', async (id) => {
    const sent: string[] = [];
    const client = ownClient(async ({ path }) => {
      sent.push(path);
      return { commonplace: 1, status: 200, headers: {}, body: '{"memories":[]}' };
    });
    for (const call of [
      () => client.collections.memories(id),
      () => client.memories.read(id),
      () => client.memories.delete(id),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(CommonplaceError);
    }
    expect(sent).toEqual([]);
  });
});

describe('the client over a stand-in transport', () => {
  const listOver = (transport: Transport) => ownClient(transport).memories.list();

  it('rejects with ConnectionFailed and the cause if the transport fails', async () => {
    const cause = new Error('gone');
    await expect(listOver(() => Promise.reject(cause))).rejects.toSatisfy(
      (error) => error instanceof ConnectionFailed && error.cause === cause,
    );
  });

  it('rejects a response that isn’t JSON', async () => {
    await expect(
      listOver(async () => ({ commonplace: 1, status: 200, headers: {}, body: '<html>' })),
    ).rejects.toBeInstanceOf(MalformedResponse);
  });

  it('throws for an error response without a body', async () => {
    await expect(listOver(async () => ({ commonplace: 1, status: 502, headers: {} }))).rejects.toMatchObject({
      status: 502,
      code: 'unknown',
    });
  });

  it('throws for an error response whose body isn’t a v1 error, such as a proxy’s page', async () => {
    for (const body of ['<html>Bad gateway</html>', '"no"', 'null', '[]', '{"error":"no"}']) {
      const refused = listOver(async () => ({ commonplace: 1, status: 502, headers: {}, body }));
      await expect(refused).rejects.toSatisfy(
        (error) => error instanceof ServiceError && error.status === 502 && error.code === 'unknown',
      );
    }
  });

  it('accepts another 2xx status and unknown fields, which a plain v1 server may return', async () => {
    const answer = { memories: [], nextCursor: '', more: true };
    expect(
      await listOver(async () => ({ commonplace: 1, status: 203, headers: {}, body: JSON.stringify(answer) })),
    ).toEqual(answer);
  });

  it('rejects an aborted call with the signal’s reason, not with the transport’s error', async () => {
    const stop = new AbortController();
    const client = ownClient(
      (_, options) =>
        new Promise((_resolve, reject) =>
          options?.signal?.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    );
    const listing = client.memories.list({}, { signal: stop.signal });
    stop.abort();
    await expect(listing).rejects.toMatchObject({ name: 'AbortError' });
  });
});
