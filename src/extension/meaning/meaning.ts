import type { ModelHealth } from '../../embed/hosted/hosted-model.ts';
import { pause } from '../../lib/timing.ts';
import { bundled, modelOf, superseded, type KnownModel } from '../../embed/registry.ts';
import type { WritableVectorIndex } from '../../search/vector/vector-index.ts';
import type { Embedders } from '../../service/ports/embedder.ts';
import { localOwner } from '../../service/ports/store.ts';
import { feedsOf } from '../../service/search/feed.ts';
import type { LocalStore } from '../../store/local-store.ts';
import type { EngineState } from '../../client/engine-control.ts';
import type { Backups } from '../backups/backups.ts';
import { earlierVersionsOf } from '../sync/earlier-versions.ts';
import type { Sync } from '../sync/sync.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { WorkerMessage } from '../engine/worker.ts';
import { engineControlAnswers } from '../engine-control/answers.ts';
import type { EngineControlAnswer, EngineControlQuestion } from '../engine-control/protocol.ts';
import { decisionsIn } from './decisions.ts';
import { createModels, nameOf, type ModelsParts } from './models.ts';
import { backgroundIndexing } from './indexing.ts';
import { revisions } from './revisions.ts';
import { indexingSlice, type Indexer } from './slice.ts';

export interface MeaningParts extends Pick<ModelsParts, 'startWorker' | 'environment' | 'caches'> {
  store: Omit<LocalStore, 'files'>;
  index: Omit<WritableVectorIndex, 'close'>;
  work: OpenWork;
  tell: (message: WorkerMessage) => void;
  backups: Omit<Backups, 'maintain'>;
  sync: Pick<Sync, 'state' | 'command' | 'memory'>;
}

/** Search by meaning in the engine: the models, the indexing, and the user's control over both. */
export interface Meaning {
  embedders: Embedders;
  control(question: EngineControlQuestion): Promise<EngineControlAnswer>;
  warmUp(): void;
  checkSoon(): void;
}

/**
 * The delay between the opening of a page and the loading of the model, in milliseconds. The page first needs the
 * processor to show its memories.
 */
const warmUpAfterMs = 400;

const brokenBy = (cause: unknown): ModelHealth => ({
  status: 'failed',
  reason: `The vectors can’t be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
});

export function createBackgroundMeaning({ store, index, work, tell, backups, sync, ...parts }: MeaningParts): Meaning {
  const feedOf = feedsOf(store);
  const feed = () => feedOf(localOwner);
  const stateRevisions = revisions();
  const decisions = decisionsIn(store);
  const models = createModels({
    ...parts,
    decisions,
    onChange: stateRevisions.changed,
    onFailure: () => void resumeIfUnpaused().catch(() => {}),
  });
  const slice = indexingSlice({
    index,
    feed,
    indexer,
    work,
    onEnd,
    onProgress: stateRevisions.changed,
  });
  const indexing = backgroundIndexing({ slice, work, tell, onTroubleChange: stateRevisions.changed });
  // Indexes with the model in use while its successor indexes too. Sends no `unindexed` message, since `indexing`
  // reports the memories that the successor must index.
  const indexingInUse = backgroundIndexing({
    slice: indexingSlice({ index, feed, indexer: indexerInUse, work, onProgress: stateRevisions.changed }),
    work,
    tell: () => {},
    onTroubleChange: () => {},
  });

  const unindexable = new Map<string, number>();

  /** Called once the model has indexed all that it can. `count`: how many memories it can't index. */
  async function onEnd(model: string, count: number): Promise<void> {
    if (count > 0) await index.finish(model);
    if (count === (unindexable.get(model) ?? 0)) return;
    unindexable.set(model, count);
    stateRevisions.changed();
  }

  async function indexer(): Promise<Indexer> {
    const wanted = await models.wanted();
    const host = models.host(wanted);
    // Nothing can replace the bundled model: if it failed, each slice retries it.
    if (wanted === bundled && host.health.status === 'failed') host.retry();
    return {
      model: wanted.model,
      embedders: host,
      unindexed: (limit) => index.unindexed(wanted.model, limit),
    };
  }

  /**
   * The model in use, if another model is to replace it. It goes on indexing until its successor is ready, so that
   * searches find new and edited memories meanwhile.
   */
  async function indexerInUse(): Promise<Indexer | undefined> {
    const [used, wanted] = await Promise.all([settleModelInUse(), models.wanted()]);
    if (used === wanted) return undefined;
    return {
      model: used.model,
      embedders: models.host(used),
      unindexed: (limit) => index.unindexedMeanwhile(used.model.id, limit),
    };
  }

  const isUsable = (model: KnownModel) => !['refused', 'failed'].includes(models.host(model).health.status);

  /**
   * Returns the model that searches use. While the wanted model is still indexing, searches use the previous model, if
   * it still works and needs no download.
   */
  async function settleModelInUse(): Promise<KnownModel> {
    const wanted = await models.wanted();
    const known = index.model === undefined ? undefined : modelOf(index.model);
    if (known && known !== wanted && isUsable(known) && (await models.isHere(known))) return known;
    if (known !== wanted) await index.searchWith(wanted.model.id);
    return wanted;
  }

  async function state(): Promise<EngineState> {
    await work.untilNoRequests();
    const changes = await feed();
    const broken = await index.catchUp(changes).then(() => undefined, brokenBy);
    const [used, wanted, fallback, choices, paused] = await Promise.all([
      settleModelInUse(),
      models.wanted(),
      models.fallback(),
      models.choices(),
      decisions.paused(),
    ]);
    const { status, progress } = models.host(wanted).health;
    // A model that isn't loaded because indexing is paused also reports `indexed`. The page would otherwise show it as
    // loading.
    const showsIndexed = status === 'ready' || (status === 'absent' && paused);
    const { indexed, total } = index.progress(used.model.id);
    return {
      model: nameOf(used),
      ...(broken ?? models.host(used).health),
      fallback,
      coming:
        wanted === used
          ? undefined
          : {
              id: wanted.model.id,
              progress,
              indexed: showsIndexed ? index.progress(wanted.model.id).indexed : undefined,
            },
      lastChange: (broken ? undefined : index.seq) ?? (await changes.lastSeq()),
      indexing: {
        indexed,
        total,
        unindexable: unindexable.get(used.model.id),
        paused,
        trouble: indexing.trouble,
      },
      models: choices,
      restored: store.restored,
      secondCopy: store.secondCopy,
      backups: await backups.state(),
      sync: await sync.state(),
      isReadOnly: store.isReadOnly,
    };
  }

  function restartIndexing(): void {
    stateRevisions.changed();
    for (const each of [indexing, indexingInUse]) each.restart();
  }

  /** Chooses a model. Stops downloading or loading the previous model if searches don't use it. */
  async function switchTo(modelId: string): Promise<void> {
    const before = await models.wanted();
    await models.choose(modelId);
    const needed = await Promise.all([models.wanted(), settleModelInUse()]);
    if (!needed.includes(before)) models.host(before).end();
    restartIndexing();
  }

  function setPaused(paused: boolean): void {
    for (const each of [indexing, indexingInUse]) each.paused = paused;
  }

  /**
   * Starts indexing unless the user paused it or the store is read-only. If the store can't be read, the next request
   * tries again.
   */
  async function resumeIfUnpaused(): Promise<void> {
    // A read-only store contains the second copy. Vectors made from the copy would have to be made again.
    setPaused(store.isReadOnly === true || (await decisions.paused()));
    for (const each of [indexing, indexingInUse]) each.checkSoon();
  }

  void resumeIfUnpaused().catch(() => {});

  return {
    embedders: { current: async () => models.host(await settleModelInUse()).current() },
    warmUp: () =>
      void pause(warmUpAfterMs)
        .then(() => work.untilNoRequests())
        .then(async () => models.host(await settleModelInUse()).current())
        .catch(() => {}),
    checkSoon() {
      stateRevisions.changed();
      void resumeIfUnpaused().catch(() => {});
    },
    control: engineControlAnswers(
      {
        state,
        async pause(paused) {
          await decisions.pause(paused);
          setPaused(paused);
          stateRevisions.changed();
        },
        async retry() {
          models.retry();
          restartIndexing();
        },
        choose: switchTo,
        async cancel() {
          const [wanted, used] = await Promise.all([models.wanted(), settleModelInUse()]);
          // A late click, when the switch is complete.
          if (used === wanted && models.host(wanted).health.status === 'ready') return;
          await switchTo((used === wanted || used === superseded ? bundled : used).model.id);
        },
        async remove(modelId) {
          await models.remove(modelId);
          restartIndexing();
        },
        backUp: async () => void backups.backUpNow(),
        restore: async (name, mode) => backups.restore(name, mode),
        undoRestore: async () => backups.undoRestore(),
        async acknowledgeRestored(at) {
          await store.acknowledgeRestored?.(at);
          stateRevisions.changed();
        },
        sync: (command) => sync.command(command),
        memorySync: (memoryId) => sync.memory(memoryId),
        versions: (memoryId) => earlierVersionsOf(store, memoryId),
      },
      stateRevisions,
    ),
  };
}
