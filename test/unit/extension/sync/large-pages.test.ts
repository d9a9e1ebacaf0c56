import { describe, expect, test } from 'vitest';
import { examine } from '../../../../src/extension/sync/examine.ts';
import { exportOfServer } from '../../../../src/extension/sync/server-copy.ts';
import { longestWith } from '../../../../src/sync/parts.ts';
import { syncDevice, type SyncDevice } from '../../../support/sync-device.ts';

/**
 * More items than a call can take as arguments (`call(...items)`) in the process that runs this file. The threads that
 * run the unit tests outside test/unit/extension have larger stacks: such a call could succeed there and hide a fault.
 */
const count = 130_000;

/** A device whose server ignores `limit` and returns all its collections on one page, the first time they are read. */
function manyCollections(): SyncDevice {
  const one = syncDevice('plain');
  const collections = Array.from({ length: count }, (_, n) => ({ id: `col_${n}`, name: `name ${n}` }));
  one.answer = ({ path }, carryOut) => {
    if (path !== '/collections') return carryOut();
    one.answer = (_, later) => later();
    return { status: 200, body: { collections, nextCursor: null } };
  };
  return one;
}

test('finds the longest text on a page of 130,000 memories', () => {
  const memories = Array.from({ length: count }, () => ({ content: 'short' }));
  // The last character has two code units.
  memories[count - 1] = { content: 'longer 😀' };
  expect(longestWith({ ...syncDevice('plain').link(), longest: 0 }, memories)).toBe(8);
  expect(longestWith({ ...syncDevice('plain').link(), longest: 9 }, memories)).toBe(9);
});

describe('130,000 collections on one page', () => {
  test('don’t stop sync from sending memories', async () => {
    const one = manyCollections();
    one.disk.state.set('link', { ...one.link(), mode: 'push' });
    await one.save('mine');
    expect((await one.round()).stopped).toBeNull();
    expect(one.server.liveMemories()).toHaveLength(1);
  });

  test('don’t stop the check of the server', async () => {
    const { client, store } = manyCollections().parts();
    const check = await examine(() => client, store);
    expect(check.status === 'ready' && check.onlyThere).toHaveLength(500);
  });

  test('don’t stop the copy of the server', async () => {
    const { client } = manyCollections().parts();
    const lines = exportOfServer(client, {
      at: '2026-11-22T10:00:00.000Z',
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    for await (const line of lines) if ('collection' in line) return expect(line.collection.name).toBe('name 0');
    expect.fail('No collection was copied.');
  });
});
