import { expect, test } from 'vitest';
import { unboundTables } from '../../support/postgres/owners/unbound.ts';

const tables = new Set(['notes', 'tags', 'people']);
const unbound = (statement: string, values: string[] = ['ann', 'ben']) =>
  unboundTables({ statement, values }, 'ann', tables);

test.each([
  ['select 1 from notes where owner = $1 and (id = $2 or id is null)'],
  ['select 1 from notes n where $1::text = n.owner'],
  ['select 1 from notes n, tags t where n.owner = $1 and t.owner = n.owner'],
  ['select 1 from notes n join tags t using (owner, id) where owner = $1'],
  ['select 1 from notes n join tags t on t.owner = $1 and n.owner = t.owner and n.id = t.id'],
  [
    'select (select count(*) from tags t where t.owner = n.owner) from notes n left join tags x on x.owner = n.owner where n.owner = $1',
  ],
  [
    'select 1 from unnest($2::text[]) as p (id) cross join lateral (select 1 from notes n where n.owner = $1 and n.id = p.id) one',
  ],
  [
    'select 1 from (select owner from notes where owner = $1 union all select owner from tags where owner = $1) x join people p on p.owner = x.owner',
  ],
  ['insert into notes (owner, id) values ($1, $2), ($1, $2)'],
  [
    'insert into notes (id, owner) select t.id, t.owner from tags t where t.owner = $1 on conflict (owner, id) do update set id = excluded.id',
  ],
  [
    'with gone as (delete from tags where owner = $1 returning owner, id) update notes n set id = $2 from gone g where n.owner = g.owner',
  ],
  ['delete from notes n using tags t where n.owner = t.owner and t.owner = $1'],
  ['select 1 from elsewhere'],
  ['set local enable_sort = off'],
])('accepts a statement that uses only the owner’s rows: %s', async (statement) => {
  expect(await unbound(statement)).toEqual([]);
});

test.each([
  ['select 1 from notes where id = $1', 'notes'],
  ['select 1 from notes where owner = $2', 'notes'],
  ['select 1 from notes where owner = $1 or id = $2', 'notes'],
  ['select 1 from notes where not owner = $1', 'notes'],
  ['select 1 from notes where owner >= $1', 'notes'],
  // In the next three, only a subquery names the owner.
  ['select 1 from notes n where id = (select t.id from tags t where t.owner = $1)', 'notes'],
  ['select 1 from notes n where exists (select 1 from tags t where t.owner = $1 and n.owner = t.owner)', 'notes'],
  ['select (select count(*) from people where owner = $1) from notes', 'notes'],
  ['select 1 from notes where owner = $1 and id in (select id from tags)', 'tags'],
  ['select 1 from notes n join tags t on t.id = n.id where n.owner = $1', 'tags'],
  ['select 1 from notes n join tags t using (id) where n.owner = $1', 'tags'],
  ['select 1 from notes n left join tags t on n.owner = $1 and t.owner = n.owner', 'notes'],
  ['select 1 from notes n, lateral (select 1 from tags t where t.id = n.id) one where n.owner = $1', 'tags'],
  ['select 1 from notes n join tags t on n.owner = t.owner', 'notes'],
  ['select id from notes where owner = $1 union select id from tags', 'tags'],
  ['select 1 from (select $2 as owner, id from tags where owner = $1) t join notes n on n.owner = t.owner', 'notes'],
  [
    'with all_of as (select owner, id from tags) select 1 from notes n join all_of a using (owner) where n.owner = $1',
    'tags',
  ],
  ['insert into notes (owner, id) values ($1, $2), ($2, $1)', 'notes'],
  ['insert into notes (id, owner) values ($1, $2)', 'notes'],
  ['insert into notes (owner, id) select owner, id from tags where id = $1', 'notes'],
  ['insert into notes (owner, id) values ($1, $2) on conflict (id) do update set id = excluded.id', 'notes'],
  ['insert into notes select $1, $2', 'notes'],
  ['update notes set id = $2 where id = $1', 'notes'],
  ['update notes set owner = $2 where owner = $1', 'notes'],
  ['update notes n set id = t.id from tags t where t.owner = $1 and n.id = t.id', 'notes'],
  ['delete from notes using tags where tags.owner = $1', 'notes'],
  ['truncate notes', 'notes'],
  ['lock table notes in exclusive mode', 'notes'],
])('detects a statement that may use another owner’s rows: %s', async (statement, table) => {
  expect(await unbound(statement)).toContain(table);
});
