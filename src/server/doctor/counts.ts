import { good, several, wrong, type Examine } from './finding.ts';

/** Recounts the memories of every user and compares the results with the stored counts, which each write updates. */
const differences = `
  with recounted as (
    select owner, trashed, 'collection' as kind, collection, ''::bytea as name, count(*) as memories from memories where collection is not null group by 1, 2, 4
    union all select owner, trashed, 'tag', '', key, count(*) from memory_tags group by 1, 2, 5
    union all select owner, trashed, 'tag', collection, key, count(*) from memory_tags where collection is not null group by 1, 2, 4, 5
  ), kept as (
    select owner, trashed, kind, collection, name, memories from counts where kind in ('collection', 'tag') and memories <> 0
  )
  select owner from recounted full join kept using (owner, trashed, kind, collection, name) where recounted.memories is distinct from kept.memories
  union all
  select owner from owners o where memories <> (select count(*) from memories m where m.owner = o.owner and not m.trashed)`;

/** Checks the stored counts of memories. */
export const counts: Examine = async ({ database, users, store }) => {
  const found = await database.query<{ owner: string }>(differences);
  const names = [...new Set(found.map(({ owner }) => owner))];
  if (names.length > 0)
    return wrong(
      'counts',
      `The stored counts of ${names.join(', ')} are wrong. Export everything and import it into a new database.`,
    );
  let memories = 0;
  const all = await users.all();
  for (const { name } of all) memories += (await store.read(name, (reader) => reader.usage())).memories;
  return good(
    'counts',
    `${several(all.length, 'user', 'users')} with ${several(memories, 'memory', 'memories')}, recounted.`,
  );
};
