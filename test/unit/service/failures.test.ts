import { describe, expect, it } from 'vitest';
import { StorageFull, StoreUnavailable } from '../../../src/service/ports/failures.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { memoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';

/** A store whose writes or reads fail as the world can make them fail. */
function failing(failure: Error, where: 'read' | 'write'): Store {
  const store = memoryStore();
  return { ...store, [where]: () => Promise.reject(failure) };
}

describe('a store that fails', () => {
  const save = { content: 'x' };

  it('answers 507 when the disk is full', async () => {
    const host = testService(failing(new StorageFull('quota'), 'write'));
    const answer = await host.send('POST', '/memories', save);
    expect(answer.status).toBe(507);
    expect(answer.body.error.code).toBe('storage_full');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('6000');
    expect((await host.send('GET', '/memories')).body.memories).toEqual([]);
    expect(host.faults).toEqual([new StorageFull('quota')]);
  });

  it('answers 503 with what can be done when it can’t be reached', async () => {
    const host = testService(failing(new StoreUnavailable('Close the other windows.'), 'read'));
    const answer = await host.send('GET', '/memories');
    expect(answer.status).toBe(503);
    expect(answer.body.error).toEqual({ code: 'unavailable', message: 'Close the other windows.' });
    expect(host.faults).toEqual([new StoreUnavailable('Close the other windows.')]);
  });

  it('reports nothing of what the asker alone did wrong', async () => {
    const host = testService(memoryStore());
    expect((await host.send('GET', '/memories/none')).status).toBe(404);
    expect((await host.send('POST', '/memories', {})).status).toBe(400);
    expect(host.faults).toEqual([]);
  });

  it('answers 500 for a fault of our own, tells nothing of it, and reports it', async () => {
    const fault = new Error('secret detail');
    const host = testService(failing(fault, 'read'));
    const answer = await host.send('GET', '/memories');
    expect(answer.status).toBe(500);
    expect(answer.body.error.code).toBe('internal');
    expect(JSON.stringify(answer.body)).not.toContain('secret detail');
    expect(host.faults).toEqual([fault]);
  });

  it('carries the headers of every response even where the request could not be counted', async () => {
    const store = memoryStore();
    const rates = { ...store.rates, take: () => Promise.reject(new StoreUnavailable('Restart the browser.')) };
    const answer = await testService({ ...store, rates }).send('GET', '/memories');
    expect(answer.status).toBe(503);
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'memory-extensions'])
      expect(answer.headers.get(name)).toBeTruthy();
  });
});
