import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/store/memory/index.ts';
import { limits } from '../../../src/v1/limits.ts';
import { testService } from '../../support/service.ts';

/** As many faults as a body can hold. */
const faulty: [string, string, object][] = [
  ['tags', '/memories', { content: 'x', tags: Array(120_000).fill(1) }],
  ['scopes', '/tokens', { name: 'x', scopes: Array(120_000).fill(1) }],
  ['unknown keys', '/memories', Object.fromEntries(Array.from({ length: 25_000 }, (_, place) => [place.toString(36), 1]))],
];

describe('a body full of faults', () => {
  it.each(faulty)('is answered with the first ones: %s', async (_, path, body) => {
    const { send } = testService(memoryStore());
    const answer = await send('POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toHaveLength(limits.errorDetails);
    expect(answer.body.error.details[0].message).not.toBe('');
  });

  it('names every fault where they are few', async () => {
    const { send } = testService(memoryStore());
    const answer = await send('POST', '/memories', { content: 7, title: 7, colour: 'red', tags: ['good', 7] });
    expect(answer.body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual(['colour', 'content', 'tags.1', 'title']);
  });
});
