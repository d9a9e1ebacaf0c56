import type { SyncFields, SyncItem } from '../../src/service/ports/sync.ts';
import { planPull } from '../../src/sync/plan.ts';
import { planFound } from '../../src/sync/plan-found.ts';
import { planPush } from '../../src/sync/plan-push.ts';
import { newItem, type Rules } from '../../src/sync/rules.ts';

/** The rules for a server with all extensions of v1. */
export const rules: Rules = {
  delete: true,
  restore: true,
  address: true,
  capture: true,
  moves: true,
  etag: true,
  keyToken: 'token',
  collections: null,
  pulls: true,
  keepsAbsent: false,
  longest: 0,
  now: Date.UTC(2026, 0, 1),
};
export const plain: Rules = {
  ...rules,
  delete: false,
  restore: false,
  address: false,
  capture: false,
  moves: false,
  etag: false,
  keyToken: null,
};

export const fields = (content: string, more: Partial<SyncFields> = {}): SyncFields => ({
  content,
  tags: [],
  collection: null,
  url: null,
  title: null,
  capture: null,
  deleted: false,
  ...more,
});

/** Sync's record of a memory whose fields were `base` both here and on the server after the last round. */
export const syncedItem = (base: SyncFields, more: Partial<SyncItem> = {}): SyncItem => ({
  ...newItem('mem_here'),
  remote: 'mem_there',
  base,
  version: 1,
  ...more,
});

export const remoteMemory = (of: SyncFields, isEdited = false) => ({
  id: 'mem_there',
  fields: of,
  version: 2,
  isEdited,
});

/**
 * Plans what follows when the server has `theirs` and this device has `local`. `here`: the memory on this device
 * afterwards. `sent`: the change that is then sent to the server, or null.
 */
export function pulled(item: SyncItem, local: SyncFields | null, theirs: SyncFields, under = rules) {
  const result = planPull(item, local, remoteMemory(theirs), under);
  const here = result.local ?? local;
  return { ...result, here, sent: planPush(result.item, here, under)?.patch ?? null };
}

/** A memory here that may belong to a memory of the server. */
export const candidate = (more: Partial<SyncItem>, local: SyncFields | null = fields('a')) => ({
  item: { ...newItem('mem_here'), ...more },
  local,
});

/**
 * Returns the plan that binds the server's memory to `known`, and the write that follows. Throws if the plan doesn't
 * bind.
 */
export function boundTo(known: ReturnType<typeof candidate>, memory = remoteMemory(fields('a')), under: Rules = plain) {
  const found = planFound(memory, [known], [], under);
  if (found.kind !== 'bind') throw new Error(`Expected the kind “bind”, but got “${found.kind}”.`);
  return { ...found, sent: planPush(found.item, found.local ?? known.local, under) };
}
