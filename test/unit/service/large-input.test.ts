import { describe, expect, it } from 'vitest';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { limits } from '../../../src/v1/limits.ts';
import { testService } from '../../support/service.ts';

describe('the response to a body with errors', () => {
  it('reports at most 20 errors', async () => {
    const { send } = testService(inMemoryStore());
    const answer = await send(
      'POST',
      '/memories',
      Object.fromEntries(Array.from({ length: 25_000 }, (_, index) => [index.toString(36), 1])),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toHaveLength(limits.errorDetails);
    expect(answer.body.error.details[0].message).not.toBe('');
  });

  it.each([
    ['tags', '/memories', { content: 'x' }],
    ['scopes', '/tokens', { name: 'x' }],
    ['collections', '/tokens', { name: 'x', scopes: ['memories:read'] }],
  ])('reports a list that is too long, but not its elements: %s', async (field, path, good) => {
    const { send } = testService(inMemoryStore());
    const answer = await send('POST', path, { ...good, [field]: Array(120_000).fill(1) });
    expect(answer.body.error.details).toEqual([
      { path: field, message: expect.stringMatching(/^must have at most \d+ elements$/) },
    ]);
  });

  it('reports all errors if there are few', async () => {
    const { send } = testService(inMemoryStore());
    const answer = await send('POST', '/memories', { content: 7, title: 7, colour: 'red', tags: ['good', 7] });
    expect(answer.body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'colour',
      'content',
      'tags.1',
      'title',
    ]);
  });
});

/** Bodies of 150 and 300 KB; only the second is over the limit. */
const large = [150_000, 300_000].map((bytes) => JSON.stringify({ content: 'x', tags: ['y'.repeat(bytes)] }));

describe.each([
  ['is a stream', (request: Request) => request],
  [
    'has a content length that is below the limit and too small',
    (request: Request) => (request.headers.set('content-length', '150000'), request),
  ],
  [
    'has a content length of 7 bytes, which is too small',
    (request: Request) => (request.headers.set('content-length', '7'), request),
  ],
  ['has no stream, as in Firefox', (request: Request) => Object.defineProperty(request, 'body', { value: undefined })],
])('a body that %s', (_, prepare) => {
  it.each([
    ['is read if it is below the size limit', 0, 400],
    ['is refused if it is above the size limit', 1, 413],
  ])('%s', async (_, index, status) => {
    const body = large[index]!;
    const { service } = testService(inMemoryStore());
    const request = prepare(
      new Request('http://test.invalid/v1/memories', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
    const answer = await service.fetch(request, { source: 'popup' });
    expect(answer.status).toBe(status);
    if (status === 400) expect(await answer.text()).toContain('tags.0');
  });
});
