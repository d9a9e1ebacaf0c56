import { signal } from '@preact/signals';
import { ServiceError, type Client } from '../../client/index.ts';
import { pacer } from '../../lib/pace.ts';
import { nameKey } from '../../v1/keys.ts';
import { limits } from '../../v1/limits.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { listAll, type FindItems, type Jobs } from './jobs.ts';
import { withSimilarWording, pagesSavedTwice, saysTheSame } from './likeness.ts';
import { undoChange, undoInSteps, type Notices } from './notices.ts';
import { sentenceOf } from './sentence.ts';

/** Two memories that are nearly the same, the older one first. */
export interface Pair {
  one: Memory;
  other: Memory;
}

/** The storage for the keys of pairs that must not be proposed again. */
export type PairStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface DuplicatesParts {
  client: Client;
  t: Translate;
  jobs: Jobs;
  notices: Notices;
  pairStorage: PairStorage;
  onChanged(): Promise<void>;
}

export type Duplicates = ReturnType<typeof createDuplicates>;

const storageKey = 'commonplace-not-duplicates';
/** The comparison by meaning compares a memory with at most this many others: the nearest ones. */
const comparedCount = 5;

const keyOf = ({ one, other }: Pair) => `${one.id} ${other.id}`;
/** Includes the versions, so that a pair is proposed again once one of its memories changes. */
const versionKeyOf = ({ one, other }: Pair) => `${one.id}@${one.version} ${other.id}@${other.version}`;

const withNewVersion =
  (memory: Memory) =>
  ({ one, other }: Pair): Pair => ({
    one: one.id === memory.id ? memory : one,
    other: other.id === memory.id ? memory : other,
  });

/** Finds memories that are nearly the same, and merges them as the user decides. */
export function createDuplicates({ client, t, jobs, notices, pairStorage, onChanged }: DuplicatesParts) {
  const pairs = signal<Pair[]>();
  /**
   * Whether search by meaning was unavailable, so that some or all memories were compared only with other saves of the
   * same page.
   */
  const isByAddressOnly = signal(false);

  const silencedKeys = (): string[] => {
    try {
      return JSON.parse(pairStorage.getItem(storageKey) ?? '[]') as string[];
    } catch {
      return [];
    }
  };

  function remember(key: string): void {
    pairStorage.setItem(storageKey, JSON.stringify([...new Set([...silencedKeys(), key])]));
  }

  /** Hides a pair and remembers `key`, so that the pair isn't proposed again. The notice offers to undo this. */
  function silence(pair: Pair, key: string, text: string): void {
    const index = pairs.value?.indexOf(pair) ?? -1;
    remember(key);
    hide(pair);
    notices.offer(text, async () => {
      pairStorage.setItem(storageKey, JSON.stringify(silencedKeys().filter((other) => other !== key)));
      hide(pair);
      if (index >= 0) pairs.value = pairs.value?.toSpliced(index, 0, pair);
    });
  }

  const hide = (pair: Pair) => void (pairs.value = pairs.value?.filter((other) => keyOf(other) !== keyOf(pair)));

  /**
   * Compares all memories, in a job. If the job ends early, during the comparison by meaning, shows the pairs found so
   * far.
   */
  async function findPairs(): Promise<void> {
    const found = new Map<string, Pair>();
    const silenced = new Set(silencedKeys());
    function propose(a: Memory, b: Memory): void {
      const [one, other] = a.createdAt + a.id < b.createdAt + b.id ? [a, b] : [b, a];
      const pair = { one, other };
      if (silenced.has(keyOf(pair)) || silenced.has(versionKeyOf(pair))) return;
      found.set(keyOf(pair), pair);
    }

    const findItems: FindItems<Memory> = async (perform) => {
      isByAddressOnly.value = false;
      const rest = pacer();
      const pace = () => {
        const resting = rest();
        return resting && perform(() => resting);
      };
      const all = await listAll(client, {}, perform);
      for await (const [one, other] of pagesSavedTwice(all, pace)) propose(one, other);
      return withSimilarWording(all, pace);
    };
    const end = await jobs.run(t('duplicates.looking'), findItems, async (memory) => {
      if (isByAddressOnly.value) return;
      for (const near of await nearTo(memory))
        if (saysTheSame(memory.content, near.content, near.match.semantic ?? 0)) propose(memory, near);
    });
    if (end === undefined) return notices.fail(t('bulk.busy'));
    if (end.total !== undefined) {
      pairs.value = [...found.values()];
      notices.say(t('duplicates.found', { count: found.size }));
    }
    if (end.failure !== undefined) notices.fail(end.failure, findPairs);
  }

  async function nearTo({ id }: Memory) {
    try {
      return (await client.memories.search({ like: { memoryId: id }, limit: comparedCount })).memories;
    } catch (failure) {
      if (!(failure instanceof ServiceError)) throw failure;
      if (failure.code === 'not_found') return [];
      if (failure.code !== 'unavailable') throw failure;
      isByAddressOnly.value = true;
      return [];
    }
  }

  /**
   * Keeps the memory `keep` and moves the other one to the trash. `keep` gets the other memory's tags, up to the limit.
   * It also gets the other memory's collection, address and title, each only if `keep` has none.
   */
  async function merge(pair: Pair, keep: Memory): Promise<void> {
    const drop = keep.id === pair.one.id ? pair.other : pair.one;
    const former = { tags: keep.tags, collection: keep.collection, url: keep.url, title: keep.title };
    try {
      // Deletes first: a deletion can be undone if the update of the other memory fails.
      await client.memories.delete(drop.id, { ifVersion: drop.version });
      const merged = await mergedInto(keep, drop).catch(async (failure: unknown) => {
        await client.memories.restore(drop.id);
        throw failure;
      });
      const before = pairs.value ?? [];
      pairs.value = before
        .filter(({ one, other }) => one.id !== drop.id && other.id !== drop.id)
        .map(withNewVersion(merged));
      let restored = drop;
      const steps = [
        async () => {
          restored = await client.memories.restore(drop.id);
          notices.noteUndone(drop, restored);
        },
        async () => {
          const unmerged = await undoChange({ client, notices }, { before: keep, after: merged, former });
          pairs.value = before.map(withNewVersion(restored)).map(withNewVersion(unmerged));
        },
      ];
      notices.offer(t('duplicates.merged'), undoInSteps(steps, onChanged), { memories: [drop.id] });
      await onChanged();
    } catch (failure) {
      hide(pair);
      notices.fail(t('duplicates.notMerged', { reason: sentenceOf(failure, t) }));
    }
  }

  function mergedInto(keep: Memory, drop: Memory): Promise<Memory> {
    const keys = new Set(keep.tags.map(nameKey));
    return client.memories.update(
      keep.id,
      {
        tags: [...keep.tags, ...drop.tags.filter((tag) => !keys.has(nameKey(tag)))].slice(0, limits.tags),
        collection: keep.collection ?? drop.collection,
        url: keep.url ?? drop.url,
        title: keep.title ?? drop.title,
      },
      { ifVersion: keep.version },
    );
  }

  return {
    pairs,
    isByAddressOnly,
    findPairs,
    merge,

    /** Keeps both; asks again if one of them changes. */
    keepBoth: (pair: Pair) => silence(pair, versionKeyOf(pair), t('duplicates.keptBoth')),

    neverAsk: (pair: Pair) => silence(pair, keyOf(pair), t('duplicates.neverAgain')),
  };
}
