import { describe, expect, it } from 'vitest';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';

const good = {
  commonplace: 1,
  method: 'POST',
  path: '/v1/memories',
  headers: { 'content-type': 'application/json' },
  body: '{"content":"x"}',
};

describe('an envelope', () => {
  it('is handled like the HTTP request that it contains', async () => {
    const { service } = testService(inMemoryStore());
    const answer = await handleEnvelope(service, good, { source: 'popup' });
    expect(answer).toMatchObject({ commonplace: 1, status: 201 });
    expect(answer.headers['etag']).toBe('"1"');
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ content: 'x', source: 'popup' });
  });

  it('has no body if the response has none', async () => {
    const { service } = testService(inMemoryStore());
    const { id } = JSON.parse((await handleEnvelope(service, good, { source: 'popup' })).body ?? '');
    const answer = await handleEnvelope(
      service,
      { commonplace: 1, method: 'DELETE', path: `/v1/memories/${id}`, headers: {} },
      { source: 'popup' },
    );
    expect(answer.status).toBe(204);
    expect('body' in answer).toBe(false);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'hello'],
    ['another protocol', { ...good, commonplace: 2 }],
    ['no headers', { ...good, headers: undefined }],
    ['headers that aren’t strings', { ...good, headers: { a: 1 } }],
    ['a body that isn’t a string', { ...good, body: { content: 'x' } }],
    ['a whole URL as its path', { ...good, path: 'https://evil.example/v1/memories' }],
    ['a method that doesn’t exist', { ...good, method: 'not a method' }],
    ['a method that is forbidden', { ...good, method: 'TRACE' }],
    ['a body in a request that can’t have one', { ...good, method: 'GET' }],
    ['a header with an invalid name', { ...good, headers: { 'bad name': 'x' } }],
  ])('with %s is refused with 400 and the common headers', async (_, envelope) => {
    const { service } = testService(inMemoryStore());
    const answer = await handleEnvelope(service, envelope, { source: 'popup' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body ?? '').error.code).toBe('invalid_request');
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'memory-extensions'])
      expect(answer.headers[name]).toBeTruthy();
  });

  it('with a method that its path doesn’t allow is refused with 405 and the allowed methods', async () => {
    const { service } = testService(inMemoryStore());
    const answer = await handleEnvelope(service, { ...good, method: 'PUT' }, { source: 'popup' });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, POST');
    expect(JSON.parse(answer.body ?? '').error.message).toBe('PUT is not allowed here. Use GET or POST.');
    const single = await handleEnvelope(service, { ...good, method: 'PUT', path: '/v1/usage' }, { source: 'popup' });
    expect(JSON.parse(single.body ?? '').error.message).toBe('PUT is not allowed here. Use GET.');
  });
});
