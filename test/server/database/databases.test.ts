import { describe, expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase } from '../../../src/service/ports/sql.ts';
import { databases } from '../../support/postgres/databases.ts';

describe.each(databases)('%s', (_, make) => {
  async function open(): Promise<SqlDatabase> {
    const database = await make();
    onTestFinished(() => database.close());
    return database;
  }

  test('returns values as they were written', async () => {
    const database = await open();
    await database.query(
      'create table kept (count bigint, text text, bytes bytea, list text[], json jsonb, flag boolean)',
    );
    await database.query('insert into kept values ($1, $2, $3, $4, $5::jsonb, $6)', [
      2 ** 40,
      'ä\n😀',
      Uint8Array.of(0, 255),
      ['a,b', '"c"', ''],
      JSON.stringify({ a: [1, null] }),
      true,
    ]);
    const [row] = await database.query<{ bytes: Uint8Array }>('select * from kept');
    expect({ ...row, bytes: Array.from(row!.bytes) }).toEqual({
      count: 2 ** 40,
      text: 'ä\n😀',
      bytes: [0, 255],
      list: ['a,b', '"c"', ''],
      json: { a: [1, null] },
      flag: true,
    });
  });

  test('saves a transaction completely or not at all', async () => {
    const database = await open();
    await database.query('create table kept (number int)');
    await database.transaction('write', (sql) => sql.query('insert into kept values (1)'));
    const failing = database.transaction('write', async (sql) => {
      await sql.query('insert into kept values (2)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.query('select number from kept')).toEqual([{ number: 1 }]);
  });

  test('refuses writes in a read transaction', async () => {
    const database = await open();
    await database.query('create table kept (number int)');
    await expect(database.transaction('read', (sql) => sql.query('insert into kept values (1)'))).rejects.toThrow(
      'read-only',
    );
  });

  test('compares vectors', async () => {
    const database = await open();
    expect(database.pgvector).toBe(true);
    expect(await database.query(`select '[1,0]'::vector <#> '[2,5]'::vector as product`)).toEqual([{ product: -2 }]);
  });
});
