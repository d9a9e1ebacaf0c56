import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { wordsOfBag } from '../words.ts';
import type { Entry } from './entry.ts';
import { before, dropMemories, putMemories, type KeptMemory } from './memories.ts';
import { holdOwner } from './owner.ts';
import { addPostings, removePostings, type Numbered } from './postings.ts';
import { putUnread } from './unread.ts';

/** Applies a page of changes after `seen`, each of a different memory, unless another process has done so. */
export async function applyPage(
  sql: Sql,
  owner: Owner,
  seen: { store: string; seq: number },
  entries: Entry[],
): Promise<void> {
  const held = await holdOwner(sql, owner);
  if (held?.store !== seen.store || held.seq !== seen.seq) return;
  const known = await before(
    sql,
    owner,
    entries.map(({ memory }) => memory),
  );
  const removed: Numbered[] = [];
  const added: Numbered[] = [];
  const kept: KeptMemory[] = [];
  let [nextNumber, totalLength] = [held.nextNumber, 0];
  for (const { memory, seq, live } of entries) {
    const old = known.get(memory);
    const isSame = old !== undefined && live?.bag === old.bag;
    if (old && !isSame) removed.push({ number: old.number, ...wordsOfBag(old.bag) });
    if (live === undefined) continue;
    const words = wordsOfBag(live.bag);
    const number = isSame ? old.number : nextNumber++;
    if (!isSame) added.push({ number, ...words });
    kept.push({ memory, seq, number, length: words.length, ...live });
  }
  for (const { length } of added) totalLength += length;
  for (const { length } of removed) totalLength -= length;

  await removePostings(sql, owner, removed);
  await addPostings(sql, owner, held.nextNumber, added);
  const gone = entries
    .filter(({ memory, live }) => live === undefined && known.has(memory))
    .map(({ memory }) => memory);
  await dropMemories(
    sql,
    owner,
    gone,
    removed.map(({ number }) => number),
  );
  const isNew = new Set(added.map(({ number }) => number));
  await putMemories(
    sql,
    owner,
    kept,
    kept.filter(({ number }) => isNew.has(number)),
  );
  const windows = await putUnread(sql, owner, gone, kept, known);
  const memories = kept.filter(({ memory }) => !known.has(memory)).length - gone.length;
  await sql.query(
    'update search_owners set seq = $2, memories = memories + $3, total_length = total_length + $4, next_number = $5, windows = windows - $6 where owner = $1',
    [owner, entries.at(-1)!.seq, memories, totalLength, nextNumber, windows],
  );
}
