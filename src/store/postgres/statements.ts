import { memoryColumns } from './columns.ts';

/**
 * The common part of `putStatement` and `eraseStatement`. `$2`: id of the memory, `$3`: change of the number of live
 * memories, `$4`: changes of counts, `$5`: keys of tags to delete, `$6`: whether the memory was in the trash before,
 * `$7`: its former creation time. The keys are compared with `any(array(…))`: for a plain subquery, the planner reads
 * the whole table.
 */
const common = `next as (update owners set seq = seq + 1, memories = memories + $3 where owner = $1 returning seq),
  counted as (
    insert into counts (owner, trashed, kind, collection, name, memories)
    select $1, f.trashed, f.kind, f.collection, decode(f.name, 'hex'), f.by
    from jsonb_to_recordset($4::jsonb) as f(trashed boolean, kind text, collection text, name text, by bigint)
    on conflict (owner, trashed, kind, collection, name) do update set memories = counts.memories + excluded.memories
  ),
  untagged as (
    delete from memory_tags
    where owner = $1 and trashed = $6 and key = any(array(select decode(gone, 'hex') from unnest($5::text[]) as gone)) and created_at = $7 and id = $2
  )`;

/** All columns except the id, which comes first, and the seq, which the statement assigns. */
const columns = Object.values(memoryColumns).filter((name) => name !== 'id' && name !== 'seq');

/** After the values of `common`: `$8` is the tags to write, then come `columns`. One statement, to save round trips. */
export const putStatement = `with ${common},
  tagged as (
    insert into memory_tags (owner, trashed, key, created_at, id, collection, tag)
    select $1, added.trashed, decode(added.key, 'hex'), added."createdAt", $2, added.collection, added.tag
    from jsonb_to_recordset($8::jsonb) as added(trashed boolean, key text, "createdAt" text, collection text, tag text)
    on conflict (owner, trashed, key, created_at, id) do update set collection = excluded.collection, tag = excluded.tag
  ),
  tombstone_removed as (delete from tombstones where owner = $1 and id = $2),
  kept as (
    insert into memories (owner, id, seq, ${columns.join(', ')})
    select $1, $2, next.seq, ${columns.map((_, index) => `$${index + 9}`).join(', ')} from next
    on conflict (owner, id) do update set seq = excluded.seq, ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
  )
  select from next`;

/** After the values of `common`: `$8` is the time of erasure. */
export const eraseStatement = `with ${common},
  erased as (delete from memories where owner = $1 and id = $2),
  tombstone_added as (
    insert into tombstones (owner, id, erased_at, seq) select $1, $2, $8, next.seq from next
    on conflict (owner, id) do update set erased_at = excluded.erased_at, seq = excluded.seq
  ),
  answers_emptied as (update idempotency set status = 404, headers = '{}', body = null where owner = $1 and memory = $2)
  select from next`;

/** Deletes counts that have reached 0, so that a page of tags reads no more rows than it returns. */
export const sweepStatement = `delete from counts where owner = $1 and ctid = any(array(
    select (select ctid from counts c where c.owner = $1 and c.trashed = f.trashed and c.kind = f.kind and c.collection = f.collection and c.name = decode(f.name, 'hex') and c.memories = 0)
    from jsonb_to_recordset($2::jsonb) as f(trashed boolean, kind text, collection text, name text)
  ))`;

/**
 * Takes all memories out of collection `$2` at the time `$3`, and deletes the collection's counts. `later`: how many
 * memories get a higher seq.
 */
export const emptyCollectionStatement = `with moved as (
    select id, row_number() over (order by trashed desc, created_at, id) - 1 as later
    from memories where owner = $1 and trashed in (false, true) and collection = $2
  ),
  next as (update owners set seq = seq + (select count(*) from moved) where owner = $1 returning seq),
  emptied as (
    update memories m set collection = null, version = version + 1, updated_at = $3, seq = next.seq - later
    from moved, next where m.owner = $1 and m.id = moved.id
  ),
  untagged as (update memory_tags set collection = null where owner = $1 and trashed in (false, true) and collection = $2),
  uncounted as (
    delete from counts where owner = $1 and trashed in (false, true) and kind in ('collection', 'tag') and collection = $2
  )
  select seq from next`;
