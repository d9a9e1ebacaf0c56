import { describe, expect, onTestFinished, test } from 'vitest';
import { compose, type ServerParts } from '../../../src/server/compose.ts';
import type { DataLocation } from '../../../src/server/config.ts';
import { firstToken } from '../../../src/server/first-token.ts';
import { newMigratedDatabase } from '../../support/postgres/database.ts';
import { dataFolderForTest } from '../../support/server/for-test.ts';

const places: [name: string, make: () => Promise<DataLocation>][] = [
  ['PGlite', async () => ({ folder: dataFolderForTest() })],
  [
    'PostgreSQL',
    async () => {
      const { url, drop } = await newMigratedDatabase();
      onTestFinished(drop);
      return { url };
    },
  ],
];

async function statusWith({ service }: ServerParts, token: string): Promise<number> {
  return (
    await service.fetch(
      new Request('http://test.invalid/v1/usage', { headers: { authorization: `Bearer ${token}` } }),
      { address: '192.0.2.1' },
    )
  ).status;
}

describe.each(places)('on %s', (_, make) => {
  async function open(): Promise<ServerParts> {
    const parts = await compose(await make());
    onTestFinished(() => parts.close());
    return parts;
  }
  const killed = (): never => {
    throw new Error('killed');
  };

  test('a start that ends before it has told the first token leaves one to be told by the next, and by no other', async () => {
    const parts = await open();
    await expect(firstToken(parts, 0, killed)).rejects.toThrow('killed');
    expect(await parts.users.all()).toHaveLength(1);
    const told: string[] = [];
    expect(await firstToken(parts, 0, (token) => told.push(token))).toBe(true);
    expect(await firstToken(parts, 0, (token) => told.push(token))).toBe(false);
    expect(told).toHaveLength(1);
    expect(await statusWith(parts, told[0]!)).toBe(200);
  });

  test('a token that was told works, also where its start ended before that was noted', async () => {
    const parts = await open();
    const told: string[] = [];
    await expect(firstToken(parts, 0, (token) => (told.push(token), killed()))).rejects.toThrow('killed');
    expect(await firstToken(parts, 0, (token) => told.push(token))).toBe(true);
    expect(await Promise.all(told.map((token) => statusWith(parts, token)))).toEqual([200, 200]);
  });

  test('a start that finds one untold tells none where another has told its own meanwhile', async () => {
    const parts = await open();
    await expect(firstToken(parts, 0, killed)).rejects.toThrow('killed');
    const told: string[] = [];
    const tell = (token: string) => told.push(token);
    const read: ServerParts['store']['read'] = async (owner, work) => {
      const found = await parts.store.read(owner, work);
      expect(await firstToken(parts, 0, tell)).toBe(true);
      return found;
    };
    expect(await firstToken({ ...parts, store: { ...parts.store, read } }, 0, tell)).toBe(false);
    expect(told).toHaveLength(1);
  });

  test('of starts at the same time one tells a token', async () => {
    const parts = await open();
    const told: string[] = [];
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => firstToken(parts, 0, (token) => told.push(token))),
    );
    expect(starts.filter(Boolean)).toHaveLength(1);
    expect(told).toHaveLength(1);
    expect(await statusWith(parts, told[0]!)).toBe(200);
  });
});
