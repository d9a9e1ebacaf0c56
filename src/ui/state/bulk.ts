import type { Client } from '../../client/index.ts';
import { nameKey } from '../../v1/keys.ts';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { listAll, type FindItems, type Jobs } from './jobs.ts';
import { UndoEnded, isOutdated, type Notices } from './notices.ts';
import type { Opened } from './opened.ts';
import type { Results } from './results.ts';
import { UserFacingError, hasCode, sentenceOf } from './sentence.ts';

export interface BulkParts {
  client: Client;
  t: Translate;
  jobs: Jobs;
  notices: Notices;
  results: Results;
  opened: Opened;
  onChanged(): Promise<void>;
}

/** A completed change or deletion of a memory. */
interface CompletedChange {
  /** The memory after the change or before the deletion. */
  memory: Memory;
  /** The former values of the changed fields; absent for a deletion. */
  former?: UpdateMemory;
}

interface ActionTexts {
  doing: string;
  /** `count`: how many memories the action changed. */
  done(count: number): string;
}

/** The collection to which memories are moved was deleted elsewhere: trying again can't help. */
class CollectionGone extends UserFacingError {}

/** Whether the service refused the change of one memory, for example because it would have too many tags. */
const isRefusal = (failure: unknown) => hasCode(failure, 'invalid_request') || hasCode(failure, 'forbidden');

/** The user's actions on many memories. Each shows its progress and can be paused, stopped and undone. */
export function createBulk({ client, t, jobs, notices, results, opened, onChanged }: BulkParts) {
  /**
   * Acts on each memory, then offers to undo the changes and, after a failure other than `CollectionGone`, to continue.
   * A memory whose change the service refuses doesn't stop the others. If reading the list of memories fails, offers to
   * try again.
   */
  async function run(
    memories: readonly Memory[] | FindItems<Memory>,
    texts: ActionTexts,
    act: (memory: Memory) => Promise<CompletedChange | undefined>,
  ): Promise<void> {
    const completed: CompletedChange[] = [];
    const refusals: unknown[] = [];
    const jobEnd = await jobs.run(texts.doing, memories, async (memory) => {
      try {
        const change = await act(memory);
        if (change !== undefined) completed.push(change);
      } catch (failure) {
        if (!isRefusal(failure)) throw failure;
        refusals.push(failure);
      }
    });
    if (jobEnd === undefined) return notices.fail(t('bulk.busy'));
    const { failure, left, total } = jobEnd;
    if (total === undefined) {
      if (failure !== undefined) notices.fail(failure, () => run(memories, texts, act));
      return;
    }
    await show(completed);
    // After a failure, what is shown may be out of date.
    if (completed.length > 0 || failure !== undefined) await onChanged();
    const done = texts.done(completed.length);
    const refused =
      refusals.length === 0 ? '' : t('bulk.refused', { count: refusals.length, reason: sentenceOf(refusals[0], t) });
    if (completed.length > 0 || (failure === undefined && refused === ''))
      notices.offer(refused === '' ? done : `${done}. ${refused}`, () => undo(completed, done), {
        memories: completed.map(({ memory }) => memory.id),
        many: completed.length > 1,
      });
    else if (failure === undefined) notices.fail(refused);
    if (failure === undefined) return;
    const reason = `${sentenceOf(failure, t)} ${refused}`.trim();
    notices.fail(
      t('bulk.stopped', { done: completed.length, of: total, reason }),
      failure instanceof CollectionGone ? undefined : () => run(left, texts, act),
    );
  }

  async function show(completed: readonly CompletedChange[]): Promise<void> {
    const deleted = new Set(completed.flatMap(({ memory, former }) => (former === undefined ? memory.id : [])));
    const changed = new Map(
      completed.flatMap(({ memory, former }) => (former === undefined ? [] : [[memory.id, memory] as const])),
    );
    for (const id of deleted) opened.remove(id);
    for (const memory of changed.values()) opened.replace(memory);
    await results.apply(changed, deleted);
  }

  /**
   * Undoes the changes, except in memories that were changed, deleted or restored since. `what`: the undone action, for
   * the message.
   * @throws UserFacingError if some changes weren't undone
   */
  async function undo(completed: CompletedChange[], what: string): Promise<void> {
    const total = completed.length;
    const restored: Memory[] = [];
    const changed = new Map<string, Memory>();
    let keptCount = 0;
    const jobEnd = await jobs.run(t('bulk.undoing'), [...completed], async ({ memory, former }) => {
      try {
        const isDeletion = former === undefined;
        const now = isDeletion
          ? await client.memories.restore(memory.id)
          : await client.memories.update(memory.id, former, { ifVersion: notices.versionNow(memory) });
        // For a change, `memory` is the memory afterwards: its version is one higher than before the change.
        notices.noteUndone(isDeletion ? memory : { id: memory.id, version: memory.version - 1 }, now);
        if (isDeletion) restored.push(now);
        else changed.set(memory.id, now);
      } catch (failure) {
        if (!isOutdated(failure)) throw failure;
        keptCount++;
      }
    });
    if (jobEnd === undefined) throw new UserFacingError(t('bulk.busy'));
    for (const memory of [...changed.values(), ...restored]) opened.replace(memory);
    await results.apply(changed, new Set());
    await results.putBack(restored);
    await onChanged();
    if (jobEnd.left.length > 0) {
      // The next Undo continues with the memories that are left.
      completed.splice(0, completed.length, ...jobEnd.left);
      const reason = jobEnd.failure === undefined ? '' : sentenceOf(jobEnd.failure, t);
      throw new UserFacingError(
        t('bulk.partlyUndone', { done: total - jobEnd.left.length, of: total, count: jobEnd.left.length, reason }),
      );
    }
    if (keptCount > 0) throw new UndoEnded(t('bulk.keptSome', { count: keptCount, what }));
  }

  /** Reads a memory; undefined if it was deleted. */
  async function latest(id: string): Promise<Memory | undefined> {
    try {
      return await client.memories.read(id);
    } catch (failure) {
      if (hasCode(failure, 'not_found')) return undefined;
      throw failure;
    }
  }

  /**
   * Changes a memory. If it was changed elsewhere, applies the change to the new version. Returns undefined if there is
   * nothing to change, or if the memory was deleted. `collectionName`: for a move, the name of the collection.
   */
  async function update(
    memory: Memory,
    changesOf: (now: Memory) => UpdateMemory,
    collectionName = '',
  ): Promise<CompletedChange | undefined> {
    for (let now: Memory | undefined = memory; now !== undefined; now = await latest(memory.id)) {
      const before = now;
      const changes = changesOf(before);
      const fields = Object.keys(changes) as (keyof UpdateMemory)[];
      if (fields.length === 0) return undefined;
      try {
        const after = await client.memories.update(before.id, changes, { ifVersion: before.version });
        const former: UpdateMemory = Object.fromEntries(fields.map((field) => [field, before[field]]));
        return after.version === before.version ? undefined : { memory: after, former };
      } catch (failure) {
        if (hasCode(failure, 'not_found')) {
          if (changes.collection == null || (await latest(before.id)) === undefined) return undefined;
          throw new CollectionGone(t('bulk.collectionGone', { name: collectionName }));
        }
        if (!hasCode(failure, 'precondition_failed')) throw failure;
      }
    }
    return undefined;
  }

  const retag = (tag: string, texts: ActionTexts, tagsOf: (tags: string[]) => string[]) =>
    run(
      (perform) => listAll(client, { tag: [tag] }, perform),
      texts,
      (memory) => update(memory, (now) => changedTags(now, tagsOf(now.tags))),
    );

  return {
    tag: (memories: readonly Memory[], add: readonly string[], remove: readonly string[]) =>
      run(memories, { doing: t('bulk.tagging'), done: (count) => t('bulk.tagged', { count }) }, (memory) =>
        update(memory, (now) => changedTags(now, [...without(now.tags, remove), ...without(add, now.tags)])),
      ),

    /** Moves memories to a collection or, with null, out of their collections. `name`: the collection's name. */
    move: (memories: readonly Memory[], collection: string | null, name: string) =>
      run(
        memories,
        {
          doing: t('bulk.moving'),
          done: (count) => (collection === null ? t('bulk.movedOut', { count }) : t('bulk.moved', { count, name })),
        },
        (memory) => update(memory, (now) => (now.collection === collection ? {} : { collection }), name),
      ),

    /** Moves memories to the trash. */
    remove: (memories: readonly Memory[]) =>
      run(memories, { doing: t('bulk.deleting'), done: (count) => t('bulk.deleted', { count }) }, async (memory) => {
        try {
          await client.memories.delete(memory.id);
        } catch (failure) {
          if (hasCode(failure, 'not_found')) return undefined;
          throw failure;
        }
        return { memory };
      }),

    /** Renames a tag in all memories. A memory that already has the new tag doesn't get it twice. */
    renameTag: (tag: string, name: string) =>
      retag(tag, { doing: t('bulk.tagging'), done: (count) => t('tags.renamed', { count, name }) }, (tags) =>
        tags.map((other) => (nameKey(other) === nameKey(tag) ? name : other)),
      ),

    removeTag: (tag: string) =>
      retag(tag, { doing: t('bulk.tagging'), done: (count) => t('tags.removed', { count, tag }) }, (tags) =>
        without(tags, [tag]),
      ),
  };
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(nameKey));
  return tags.filter((tag) => !keys.has(nameKey(tag)));
}

/** The change that sets these tags, without repetitions; empty if the memory has them already. */
function changedTags({ tags }: Memory, wanted: readonly string[]): UpdateMemory {
  const once = wanted.filter((tag, index) => wanted.findIndex((other) => nameKey(other) === nameKey(tag)) === index);
  return once.length === tags.length && once.every((tag, index) => tag === tags[index]) ? {} : { tags: once };
}
