import { describe, expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase, TransactionSql } from '../../../src/service/ports/sql.ts';
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

  test('every write waits for the disk, except a relaxed one', async () => {
    const database = await open();
    await database.query('create table kept (number int)');
    const setting = (sql: Pick<SqlDatabase, 'query'>) =>
      sql.query<{ waits: boolean }>(`select current_setting('synchronous_commit') <> 'off' as waits`);
    expect(await database.transaction('relaxed write', setting)).toEqual([{ waits: false }]);
    expect(await database.transaction('write', setting)).toEqual([{ waits: true }]);
    expect(await setting(database)).toEqual([{ waits: true }]);
    await database.transaction('relaxed write', (sql) => sql.query('insert into kept values (1)'));
    const failing = database.transaction('relaxed write', async (sql) => {
      await sql.query('insert into kept values (2)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.query('select number from kept')).toEqual([{ number: 1 }]);
  });

  test('commits the changes of unawaited statements in order', async () => {
    const database = await open();
    await database.query('create table kept (number int)');
    const found = await database.transaction('write', async (sql) => {
      sql.send('insert into kept values ($1)', [1]);
      sql.send('update kept set number = number + 1');
      const rows = await sql.query('select number from kept');
      sql.send('insert into kept values (7)');
      return rows;
    });
    expect(found).toEqual([{ number: 2 }]);
    expect(await database.query('select number from kept order by number')).toEqual([{ number: 2 }, { number: 7 }]);
  });

  test('saves nothing, and throws the first error, if an unawaited statement fails', async () => {
    const database = await open();
    await database.query('create table kept (number int primary key)');
    const failing = (after: (sql: TransactionSql) => unknown) =>
      database.transaction('write', async (sql) => {
        await sql.query('insert into kept values (1)');
        sql.send('insert into kept values (1)');
        sql.send('insert into kept values (2)');
        await after(sql);
      });
    await expect(failing(() => {})).rejects.toThrow('duplicate key');
    await expect(failing((sql) => sql.query('select number from kept'))).rejects.toThrow('duplicate key');
    expect(await database.query('select number from kept')).toEqual([]);
    // The connection can be used again.
    await database.transaction('write', async (sql) => sql.send('insert into kept values (3)'));
    expect(await database.query('select number from kept')).toEqual([{ number: 3 }]);
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
