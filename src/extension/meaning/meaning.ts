import type { ModelHealth } from '../../embed/hosted/hosted-model.ts';
import { bundled, modelOf, type KnownModel } from '../../embed/registry.ts';
import type { VectorRoom } from '../../search/vector/vector-index.ts';
import type { Embedders } from '../../service/ports/embedder.ts';
import { localOwner } from '../../service/ports/store.ts';
import { feedsOf } from '../../service/search/feed.ts';
import type { LocalStore } from '../../store/local-store.ts';
import type { EngineState } from '../../client/engine-panel.ts';
import type { OpenWork } from '../engine/open-work.ts';
import type { WorkerNews } from '../engine/worker.ts';
import { engineControlAnswers } from '../engine-control/answers.ts';
import type { EngineControlAnswer, EngineControlQuestion } from '../engine-control/protocol.ts';
import { decisionsIn } from './decisions.ts';
import { createModels, nameOf, type ModelsParts } from './models.ts';
import { backgroundReading } from './reading.ts';
import { revisions } from './revisions.ts';
import { sliceReader } from './slice.ts';

export interface MeaningParts extends Pick<ModelsParts, 'startWorker' | 'surroundings' | 'caches'> {
  store: Omit<LocalStore, 'files'>;
  index: Omit<VectorRoom, 'close'>;
  work: OpenWork;
  tell: (news: WorkerNews) => void;
}

/** Searching by meaning in the engine: which model, what it has read, and the person's say in it. */
export interface Meaning {
  /** The model whose vectors are searched. */
  embedders: Embedders;
  panel(question: EngineControlQuestion): Promise<EngineControlAnswer>;
  /** Gets ready for a search. */
  expect(): void;
  /** Memories may have changed. */
  look(): void;
}

/** Vectors that can't be opened are as good as none. */
const brokenBy = (cause: unknown): ModelHealth => ({
  status: 'failed',
  reason: `The vectors can’t be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
});

export function createBackgroundMeaning({ store, index, work, tell, ...parts }: MeaningParts): Meaning {
  const feedOf = feedsOf(store);
  const feed = () => feedOf(localOwner);
  const news = revisions();
  const decisions = decisionsIn(store);
  const models = createModels({
    ...parts,
    decisions,
    changed: news.changed,
    failed: () => void goOn().catch(() => {}),
  });
  const slice = sliceReader({ index, feed, reader, work, ended, changed: news.changed });
  const reading = backgroundReading({ slice, work, tell, changed: news.changed });

  /** How many memories each model can't read. */
  const unreadable = new Map<string, number>();

  function ended(model: string, count: number): void {
    if (count === (unreadable.get(model) ?? 0)) return;
    unreadable.set(model, count);
    news.changed();
  }

  async function reader() {
    const wanted = await models.wanted();
    const host = models.host(wanted);
    // Nothing stands in for the bundled model: where it failed, each slice tries it again.
    if (wanted === bundled && host.health.status === 'failed') host.retry();
    return { model: wanted.model, embedders: host };
  }

  const isUsable = (model: KnownModel) => !['refused', 'failed'].includes(models.host(model).health.status);

  /** While the wanted model reads the memories, the one that has read them answers as long as it can; but nothing is fetched for one that is not wanted any more. */
  async function inUse(): Promise<KnownModel> {
    const wanted = await models.wanted();
    const known = index.model === undefined ? undefined : modelOf(index.model);
    if (known && known !== wanted && isUsable(known) && (await models.isHere(known))) return known;
    if (known !== wanted) await index.answerBy(wanted.model.id);
    return wanted;
  }

  async function state(): Promise<EngineState> {
    await work.noRequest();
    const broken = await index.catchUp(await feed()).then(() => undefined, brokenBy);
    const [used, wanted, fallback, choices, paused] = await Promise.all([
      inUse(),
      models.wanted(),
      models.setBack(),
      models.choices(),
      decisions.paused(),
    ]);
    const { status, progress } = models.host(wanted).health;
    // While reading is paused it rests, and is loaded when that goes on.
    const isLoaded = status === 'ready' || (status === 'absent' && paused);
    return {
      model: nameOf(used),
      ...(broken ?? models.host(used).health),
      fallback,
      coming:
        wanted === used
          ? undefined
          : { id: wanted.model.id, progress, read: isLoaded ? index.progress(wanted.model.id).read : undefined },
      reading: {
        ...index.progress(used.model.id),
        unreadable: unreadable.get(used.model.id),
        paused,
        trouble: reading.trouble,
      },
      models: choices,
      restored: store.restored,
      secondCopy: store.secondCopy,
      isReadOnly: store.isReadOnly,
    };
  }

  /** After another model is wanted. */
  function begin(): void {
    news.changed();
    reading.begin();
  }

  /** What was on its way before is ended, with all that it fetches. */
  async function want(modelId: string): Promise<void> {
    const before = await models.wanted();
    await models.choose(modelId);
    const needed = await Promise.all([models.wanted(), inUse()]);
    if (!needed.includes(before)) models.host(before).end();
    begin();
  }

  /** Nothing is read before it is known that it may be; where the store can't tell now, the next request asks again. */
  async function goOn(): Promise<void> {
    // What is read of a copy would have to be read again.
    reading.paused = store.isReadOnly === true || (await decisions.paused());
    reading.look();
  }

  void goOn().catch(() => {});

  return {
    embedders: { current: async () => models.host(await inUse()).current() },
    expect: () =>
      void work
        .noRequest()
        .then(async () => models.host(await inUse()).current())
        .catch(() => {}),
    look() {
      news.changed();
      void goOn().catch(() => {});
    },
    panel: engineControlAnswers(
      {
        state,
        async pause(paused) {
          await decisions.pause(paused);
          reading.paused = paused;
          news.changed();
        },
        async retry() {
          models.retry();
          begin();
        },
        choose: want,
        async cancel() {
          const [wanted, used] = await Promise.all([models.wanted(), inUse()]);
          await want((used === wanted ? bundled : used).model.id);
        },
        async remove(modelId) {
          await models.remove(modelId);
          begin();
        },
      },
      news,
    ),
  };
}
