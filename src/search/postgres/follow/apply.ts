import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { wordsOfBag } from '../words.ts';
import type { Entry } from './entry.ts';
import { previousVersions, dropMemories, putMemories, type StoredMemory } from './memories.ts';
import { lockOwner } from './owner.ts';
import { addPostings, removePostings, type Numbered } from './postings.ts';
import { updateVectorRows } from './vector-rows.ts';

/**
 * Applies a page of changes, with at most one per memory, and raises the tables' seq from `seen.seq` to `seen.upTo`.
 * Does nothing if the tables now follow another store than `seen.store`, or if their seq is no longer `seen.seq`.
 */
export async function applyPage(
  sql: Sql,
  owner: Owner,
  seen: { store: string; seq: number; upTo: number },
  entries: Entry[],
): Promise<void> {
  const state = await lockOwner(sql, owner);
  if (state?.store !== seen.store || state.seq !== seen.seq) return;
  const known = await previousVersions(
    sql,
    owner,
    entries.map(({ memory }) => memory),
  );
  const removed: Numbered[] = [];
  const added: Numbered[] = [];
  const stored: StoredMemory[] = [];
  let [nextNumber, addedLength] = [state.nextNumber, 0];
  for (const { memory, seq, live } of entries) {
    const old = known.get(memory);
    const isSame = old !== undefined && live?.bag === old.bag;
    if (old && !isSame) removed.push({ number: old.number, ...wordsOfBag(old.bag) });
    if (live === undefined) continue;
    const words = wordsOfBag(live.bag);
    const number = isSame ? old.number : nextNumber++;
    if (!isSame) added.push({ number, ...words });
    stored.push({ memory, seq, number, length: words.length, ...live });
  }
  for (const { length } of added) addedLength += length;
  for (const { length } of removed) addedLength -= length;

  await removePostings(sql, owner, removed);
  await addPostings(sql, owner, state.nextNumber, added);
  const deleted = entries
    .filter(({ memory, live }) => live === undefined && known.has(memory))
    .map(({ memory }) => memory);
  await dropMemories(
    sql,
    owner,
    deleted,
    removed.map(({ number }) => number),
  );
  const isNew = new Set(added.map(({ number }) => number));
  await putMemories(
    sql,
    owner,
    stored,
    stored.filter(({ number }) => isNew.has(number)),
  );
  const deletedWindows = await updateVectorRows(sql, owner, deleted, stored, known);
  const addedMemories = stored.filter(({ memory }) => !known.has(memory)).length - deleted.length;
  await sql.query(
    'update search_owners set seq = $2, memories = memories + $3, total_length = total_length + $4, next_number = $5, windows = windows - $6 where owner = $1',
    [owner, seen.upTo, addedMemories, addedLength, nextNumber, deletedWindows],
  );
}
