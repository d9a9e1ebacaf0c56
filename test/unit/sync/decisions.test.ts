import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/sync/confirm.ts';
import { syncDevice, synced } from '../../support/sync-device.ts';

describe.each(['plain', 'extended'] as const)('sync with a %s server', (kind) => {
  test('ignores a decision that answers no open question', async () => {
    const one = await synced(kind, 5);
    const [link, items] = [one.link(), [...one.disk.items]];
    for (const decision of ['same', 'new', 'keep', 'delete', 'again'] as const) await decide(one.parts(), decision);
    expect([one.link(), [...one.disk.items]]).toEqual([link, items]);
  });

  test('ignores a decision about another question, or about another account', async () => {
    const one = await synced(kind, 5);
    one.token = 'second';
    one.server = syncDevice(kind).server;
    await one.round();
    const link = one.link();
    for (const decision of ['keep', 'delete'] as const) await decide(one.parts(), decision);
    one.token = 'third';
    for (const decision of ['same', 'new', 'again'] as const) await decide(one.parts(), decision);
    expect(one.link()).toEqual(link);
    expect(one.disk.items.size).toBe(5);
  });
});
