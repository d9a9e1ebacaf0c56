import type { Model } from '../../../service/ports/embedder.ts';
import type { Sql, SqlDatabase } from '../../../service/ports/sql.ts';

/** The storage format of vectors: pgvector's, or bytes if the database lacks pgvector. */
export type Form = 'vector' | 'bytes';

export const formOf = ({ pgvector }: Pick<SqlDatabase, 'pgvector'>): Form => (pgvector ? 'vector' : 'bytes');

const columnsOf: Record<Form, string[]> = { vector: ['vector'], bytes: ['codes', 'floats'] };

/**
 * Storage settings that keep the vector and the filter columns in the row. By default, PostgreSQL moves columns of a
 * row longer than 2 KB, even ids, into another table (TOAST). With these settings it moves only `tokens`, which a
 * search reads for few rows.
 */
const storages = {
  vector: 'plain',
  owner: 'main',
  memory: 'main',
  source: 'main',
  collection: 'main',
  tag_keys: 'main',
  site: 'main',
};

/** Creates the graph (HNSW index) for owners with more vectors than can be compared exactly. */
export const createGraphSql =
  'create index search_windows_graph on search_windows using hnsw (vector vector_ip_ops) with (ef_construction = 128) where graphed';

/** The id of the model whose vectors are stored in this format, if any. */
export async function storedModel(sql: Sql, form: Form): Promise<string | undefined> {
  const [row] = await sql.query<{ model: string }>('select model from search_shelf where form = $1', [form]);
  return row?.model;
}

/**
 * Prepares the tables for this model's vectors, in the format that the database supports. If the stored vectors have
 * another model or format, all memories are indexed again. Call it when a process that indexes starts.
 */
export async function prepareVectorTables(
  database: SqlDatabase,
  model: Pick<Model, 'id' | 'dimensions'>,
): Promise<void> {
  const form = formOf(database);
  await database.transaction('write', async (sql) => {
    await sql.query('lock table search_shelf in exclusive mode');
    if ((await storedModel(sql, form)) === model.id && (await hasColumns(sql, form))) return;
    await resetVectors(sql);
    if (form === 'vector') {
      await sql.query(`alter table search_windows add column vector vector(${model.dimensions}) not null`);
      for (const [column, storage] of Object.entries(storages))
        await sql.query(`alter table search_windows alter column ${column} set storage ${storage}`);
      if (await hasIterativeScan(sql)) await sql.query(createGraphSql);
    } else
      await sql.query('alter table search_windows add column codes bytea not null, add column floats bytea not null');
    await sql.query(
      'insert into search_shelf (sole, model, form) values (true, $1, $2) on conflict (sole) do update set model = excluded.model, form = excluded.form',
      [model.id, form],
    );
  });
}

/** Whether this pgvector supports iterative scan; otherwise all vectors are compared exactly. */
async function hasIterativeScan(sql: Sql): Promise<boolean> {
  const found = await sql.query(
    `select 1 from pg_extension where extname = 'vector' and string_to_array(extversion, '.')::int[] >= '{0,8}'`,
  );
  return found.length > 0;
}

async function hasColumns(sql: Sql, form: Form): Promise<boolean> {
  const found = await sql.query(
    `select 1 from pg_attribute where attrelid = 'search_windows'::regclass and attname = any($1::text[]) and not attisdropped`,
    [columnsOf[form]],
  );
  return found.length === columnsOf[form].length;
}

/** Drops all vectors and queues all memories. First waits for the transactions that have locked an owner's row. */
async function resetVectors(sql: Sql): Promise<void> {
  await sql.query('lock table search_owners in exclusive mode');
  await sql.query('truncate search_windows');
  await sql.query('drop index if exists search_windows_graph');
  await sql.query(
    'alter table search_windows drop column if exists vector, drop column if exists codes, drop column if exists floats',
  );
  await sql.query('update search_owners set windows = 0, graphed = false');
  await sql.query('update search_memories set windows = 0 where windows > 0');
  await sql.query('delete from search_unread');
  await sql.query(
    'insert into search_unread (owner, memory, created_at, text_hash) select owner, memory, created_at, text_hash from search_memories',
  );
}
