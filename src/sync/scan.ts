import type { MemoryRow } from '../service/ports/rows.ts';
import type { SyncItem, SyncWriter } from '../service/ports/sync.ts';
import { fieldsOf } from './fields.ts';
import { putIfChanged } from './apply.ts';
import { noteOffers, rulesOf, type Round } from './parts.ts';
import { withDue } from './plan-push.ts';
import { mayAppear, newItem, type Rules } from './rules.ts';

const changesAtOnce = 25;

/**
 * Brings the items (what sync stores about each memory) up to date with the changes made here since the last round.
 * Checks every memory if the server's offers have changed.
 */
export async function scan(round: Round): Promise<void> {
  const { store } = round.parts;
  await noteOffers(round);
  for (;;) {
    const changes = await store.read((reader) => reader.changes(round.link.seq, changesAtOnce));
    const last = changes.at(-1);
    if (last === undefined) return;
    const link = { ...round.link, seq: last.row.seq };
    const ids = changes.map(({ row }) => row.id);
    await store.write(async (writer) => {
      await writer.load({ items: ids, memories: ids });
      for (const { row } of changes) await note(writer, round, row.id);
      await writer.putLink(link);
    });
    round.link = link;
  }
}

async function note(writer: SyncWriter, round: Round, id: string): Promise<void> {
  const found = await writer.item(id);
  const item = noted(id, found, await writer.memory(id), rulesOf(round));
  if (found === undefined) return item && writer.putItem(item);
  return item === undefined ? writer.deleteItem(id) : putIfChanged(writer, found, item);
}

/** The item of a memory that changed here, brought up to date; undefined: it needs none. */
export function noted(
  id: string,
  found: SyncItem | undefined,
  row: MemoryRow | undefined,
  rules: Rules,
): SyncItem | undefined {
  const local = row ? fieldsOf(row) : null;
  if (found === undefined) return local === null ? undefined : withDue(newItem(id), local, rules);
  if (local === null && found.remote === null && found.op === null && !mayAppear(found, rules)) return undefined;
  // A duplicate that the user took out of the trash is a memory of its own.
  const item =
    found.aliasOf !== null && local?.deleted === false ? { ...found, aliasOf: null, copyOf: found.aliasOf } : found;
  return withDue(item, local, rules);
}
