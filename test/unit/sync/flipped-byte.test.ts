import { describe, expect, test } from 'vitest';
import { runRound } from '../../../src/sync/round.ts';
import { DiskWriter } from '../../simulation/device-store.ts';
import type { ExtendedServer } from '../../simulation/extended-server.ts';
import { nameCollection } from '../../support/sync-collections.ts';
import { synced } from '../../support/sync-device.ts';

describe('one flipped byte', () => {
  const fields = {
    content: 'note 0',
    tags: ['red'],
    collection: 'col_home',
    url: 'https://example.test/b',
    title: 'Note',
    capture: { kind: 'note' as const, author: 'Anna' },
  };
  /** Flips the lowest bit of the last lowercase letter other than a and z. (A flipped a or z is no letter.) */
  const flip = (row: object, name: string): object => {
    const flipBit = (letter: string) => String.fromCharCode(letter.charCodeAt(0) ^ 1);
    const text = JSON.stringify(row[name as keyof typeof row]).replace(/[b-y](?=[^b-y]*$)/, flipBit);
    return { ...row, [name]: JSON.parse(text) as unknown };
  };

  test.each(Object.keys(fields))('in the %s is found on either side', async (name) => {
    const one = await synced('extended', 3);
    const [id] = one.disk.memories.keys();
    await nameCollection(one, 'col_home', 'Home');
    await new DiskWriter(one.disk).putMemory({ ...one.disk.memories.get(id!)!, ...fields, tagKeys: ['red'] });
    one.disk.commit();
    await one.round();
    const verified = async () => (await runRound(one.parts(), { verifies: true })).verification;
    expect(await verified()).toMatchObject({ same: true, count: 3 });

    const row = one.disk.memories.get(id!)!;
    one.disk.memories.set(id!, flip(row, name) as typeof row);
    expect(await verified()).toMatchObject({ same: false, different: 1 });
    one.disk.memories.set(id!, row);
    expect(await verified()).toMatchObject({ same: true });

    const extended = one.server as ExtendedServer;
    const tampered = extended.backup() as { memories: Map<string, { content: string }> };
    const [remote, memory] = [...tampered.memories].find(([, { content }]) => content === 'note 0')!;
    tampered.memories.set(remote, flip(memory, name) as typeof memory);
    extended.restore(tampered);
    expect(await verified()).toMatchObject({ same: false, different: 0 });
  });
});
