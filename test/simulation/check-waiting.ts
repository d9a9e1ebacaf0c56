import type { SyncItem, SyncLink } from '../../src/service/ports/sync.ts';
import { nameKey } from '../../src/v1/keys.ts';
import type { Device } from './device.ts';
import type { Disk } from './disk.ts';
import { isRefused } from './elsewhere.ts';
import type { Schedule } from './schedule.ts';

type Refusal = NonNullable<SyncItem['refusal']>;

/** P11: no change waits to be sent, and no request waits for its answer. */
export function waiting({ number, disk }: Device): string[] {
  return [...disk.items.values()].flatMap((item) =>
    item.op !== null || item.due === 1
      ? [`P11: device ${number} still waits: ${JSON.stringify(item)} ${JSON.stringify(disk.memories.get(item.id))}`]
      : [],
  );
}

/** P11: nothing that the server would accept counts as refused. */
export const wronglyRefused = ({ number, disk }: Device, { refusals }: Schedule): string[] =>
  [...disk.items.values()].flatMap(({ id, refusal }) =>
    refusal === null || isRefused(refusal.patch.content ?? '', refusals) || isNameOfUnchosen(disk, refusal)
      ? []
      : [`P11: device ${number} doesn't send ${id}: ${JSON.stringify(refusal)}`],
  );

/**
 * Whether the collection of the refused write has the same name as a server collection that isn't chosen for sync. Sync
 * can't rename that server collection, so the write stays refused.
 */
function isNameOfUnchosen({ collections, syncCollections, state }: Disk, { patch }: Refusal): boolean {
  const { collections: chosen } = state.get('link') as SyncLink;
  const key = collections.get(patch.collection ?? '')?.key;
  const holders = [...syncCollections.values()].filter(({ name, gone }) => !gone && nameKey(name) === key);
  return chosen !== null && holders.some(({ id }) => !chosen.includes(id));
}
