import type { Sql } from '../../service/ports/sql.ts';

/** How many memories the model has not read, of all users: those that wait, and those that it can't read. */
export async function unreadMemories(sql: Sql): Promise<{ waiting: number; setAside: number }> {
  const [row] = await sql.query<{ waiting: number; setAside: number }>(
    'select count(*) filter (where not set_aside) as waiting, count(*) filter (where set_aside) as "setAside" from search_unread',
  );
  return row ?? { waiting: 0, setAside: 0 };
}
