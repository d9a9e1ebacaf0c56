import { describe, expect, it } from 'vitest';
import { StorageFull, StoreUnavailable } from '../../../src/service/ports/failures.ts';
import type { Store } from '../../../src/service/ports/store.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';

function failing(failure: Error, where: 'read' | 'write'): Store {
  const store = inMemoryStore();
  return { ...store, [where]: () => Promise.reject(failure) };
}

describe('the service', () => {
  const save = { content: 'x' };

  it('returns 507 if the disk is full', async () => {
    const host = testService(failing(new StorageFull('quota'), 'write'));
    const answer = await host.send('POST', '/memories', save);
    expect(answer.status).toBe(507);
    expect(answer.body.error.code).toBe('storage_full');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('6000');
    expect((await host.send('GET', '/memories')).body.memories).toEqual([]);
    expect(host.faults).toEqual([new StorageFull('quota')]);
  });

  it('returns 503 and says what to do if the store can’t be reached', async () => {
    const host = testService(failing(new StoreUnavailable('Close the other windows.'), 'read'));
    const answer = await host.send('GET', '/memories');
    expect(answer.status).toBe(503);
    expect(answer.body.error).toEqual({ code: 'unavailable', message: 'Close the other windows.' });
    expect(host.faults).toEqual([new StoreUnavailable('Close the other windows.')]);
  });

  it('doesn’t report errors caused by the caller', async () => {
    const host = testService(inMemoryStore());
    expect((await host.send('GET', '/memories/none')).status).toBe(404);
    expect((await host.send('POST', '/memories', {})).status).toBe(400);
    expect(host.faults).toEqual([]);
  });

  it('returns 500 without details for an internal error, and reports it', async () => {
    const fault = new Error('secret detail');
    const host = testService(failing(fault, 'read'));
    const answer = await host.send('GET', '/memories');
    expect(answer.status).toBe(500);
    expect(answer.body.error.code).toBe('internal');
    expect(JSON.stringify(answer.body)).not.toContain('secret detail');
    expect(host.faults).toEqual([fault]);
  });

  it('sends the common headers even if the request couldn’t be counted', async () => {
    const store = inMemoryStore();
    const rates = { ...store.rates, take: () => Promise.reject(new StoreUnavailable('Restart the browser.')) };
    const answer = await testService({ ...store, rates }).send('GET', '/memories');
    expect(answer.status).toBe(503);
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'memory-extensions'])
      expect(answer.headers.get(name)).toBeTruthy();
  });
});
