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

  test('if a start ends before it shows the first token, exactly one later start shows a token', async () => {
    const parts = await open();
    await expect(firstToken(parts, 0, killed)).rejects.toThrow('killed');
    expect(await parts.users.all()).toHaveLength(1);
    const shown: string[] = [];
    expect(await firstToken(parts, 0, (token) => shown.push(token))).toBe(true);
    expect(await firstToken(parts, 0, (token) => shown.push(token))).toBe(false);
    expect(shown).toHaveLength(1);
    expect(await statusWith(parts, shown[0]!)).toBe(200);
  });

  test('a shown token works, even if the start ended before it recorded that the token was shown', async () => {
    const parts = await open();
    const shown: string[] = [];
    await expect(firstToken(parts, 0, (token) => (shown.push(token), killed()))).rejects.toThrow('killed');
    expect(await firstToken(parts, 0, (token) => shown.push(token))).toBe(true);
    expect(await Promise.all(shown.map((token) => statusWith(parts, token)))).toEqual([200, 200]);
  });

  test('a start continues if it loses the database while it shows the first token', async () => {
    const parts = await open();
    const lost: ServerParts['store']['write'] = (owner, work) =>
      parts.store.write(owner, async (writer) => {
        await work(writer);
        throw new Error('lost');
      });
    const shown: string[] = [];
    const show = (token: string) => void shown.push(token);
    expect(await firstToken({ ...parts, store: { ...parts.store, write: lost } }, 0, show)).toBe(true);
    expect(await statusWith(parts, shown[0]!)).toBe(200);
  });

  test('a start shows no token if a concurrent start has shown its own', async () => {
    const parts = await open();
    await expect(firstToken(parts, 0, killed)).rejects.toThrow('killed');
    const shown: string[] = [];
    const show = (token: string) => shown.push(token);
    const read: ServerParts['store']['read'] = async (owner, work) => {
      const found = await parts.store.read(owner, work);
      expect(await firstToken(parts, 0, show)).toBe(true);
      return found;
    };
    expect(await firstToken({ ...parts, store: { ...parts.store, read } }, 0, show)).toBe(false);
    expect(shown).toHaveLength(1);
  });

  test('exactly one of several simultaneous starts shows a token', async () => {
    const parts = await open();
    const shown: string[] = [];
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => firstToken(parts, 0, (token) => shown.push(token))),
    );
    expect(starts.filter(Boolean)).toHaveLength(1);
    expect(shown).toHaveLength(1);
    expect(await statusWith(parts, shown[0]!)).toBe(200);
  });
});
