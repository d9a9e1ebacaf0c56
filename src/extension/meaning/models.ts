import { whyUnavailable, type Environment } from '../../embed/availability.ts';
import { hostedModel, type HostedModel } from '../../embed/hosted/hosted-model.ts';
import { bundled, loadable, modelOf, models as known, superseded, type KnownModel } from '../../embed/registry.ts';
import { isFetched, removeFiles } from '../../embed/webllm/files.ts';
import type { ModelChoice, ModelName } from '../../client/engine-control.ts';
import { isInPackage } from '../package-file.ts';
import type { Decisions } from './decisions.ts';

export interface ModelsParts {
  decisions: Decisions;
  startWorker: (script: KnownModel['worker']) => Worker;
  environment: Environment;
  caches: CacheStorage;
  /** Called after each change of a model's health, and after a model's files were deleted. */
  onChange: () => void;
  /** Called when a downloaded model failed or was refused: from now on, the bundled model must index instead. */
  onFailure: () => void;
}

/** The known models, each in a separate worker, and which of them to use. */
export interface Models {
  /** The chosen model, or the bundled one if the chosen one can't be used. */
  wanted(): Promise<KnownModel>;
  /** If the chosen model can't be used: that model, and the reason. */
  fallback(): Promise<{ from: ModelName; reason: string } | undefined>;
  /** The model in its worker, which starts when the model is needed. */
  host(model: KnownModel): HostedModel;
  /** Whether the model runs, or can be loaded without a download. */
  isHere(model: KnownModel): Promise<boolean>;
  choices(): Promise<ModelChoice[]>;
  /** Retries models that were refused or failed, and checks again which models this browser can use. */
  retry(): void;
  /** Throws if the model is unknown or superseded, or can't be used here. */
  choose(id: string): Promise<void>;
  /** Deletes a model's downloaded files. If it was chosen, chooses the bundled one. */
  remove(id: string): Promise<void>;
}

export function createModels({
  decisions,
  startWorker,
  environment,
  caches,
  onChange,
  onFailure,
}: ModelsParts): Models {
  const hosts = new Map(
    loadable.map((model) => [
      model.model.id,
      hostedModel({
        id: model.model.id,
        start: () => startWorker(model.worker),
        queryLike: model.queryLike,
        changed: () => healthChanged(model),
      }),
    ]),
  );
  const host = ({ model }: KnownModel) => hosts.get(model.id)!;
  // Cached, because finding them queries the graphics card and reads caches.
  let obstacles = findObstacles();
  let fetched = findFetched();

  async function findObstacles(): Promise<Map<string, string | undefined>> {
    return new Map(
      await Promise.all(
        known.map(async (model) => [model.model.id, await whyUnavailable(model, environment)] as const),
      ),
    );
  }

  async function findFetched(): Promise<Set<string>> {
    const ids = await Promise.all(
      known.map(async ({ model, download }) =>
        download && (await isFetched(download, caches).catch(() => false)) ? [model.id] : [],
      ),
    );
    return new Set(ids.flat());
  }

  function healthChanged(model: KnownModel): void {
    const { status } = host(model).health;
    // Loading a model downloads its files.
    if (model.download && status === 'ready') fetched = findFetched();
    onChange();
    if (model.download && (status === 'failed' || status === 'refused')) onFailure();
  }

  const chosenId = async () => (await decisions.model()) ?? bundled.model.id;

  async function fallback(): Promise<{ from: ModelName; reason: string } | undefined> {
    const id = await chosenId();
    if (id === bundled.model.id) return undefined;
    const chosen = modelOf(id);
    if (!chosen)
      return { from: { id, name: id, languages: [] }, reason: 'This version of Commonplace doesn’t have it.' };
    const { status, reason } = host(chosen).health;
    const obstacle = (await obstacles).get(id) ?? (status === 'refused' || status === 'failed' ? reason : undefined);
    return obstacle === undefined ? undefined : { from: nameOf(chosen), reason: obstacle };
  }

  return {
    host,
    fallback,
    isHere: async (model) =>
      model.download === undefined || host(model).health.status === 'ready' || (await fetched).has(model.model.id),
    wanted: async () => ((await fallback()) ? bundled : (modelOf(await chosenId()) ?? bundled)),
    async choices() {
      const [chosen, unavailable, present] = await Promise.all([chosenId(), obstacles, fetched]);
      return known.map((one) => ({
        ...nameOf(one),
        chosen: one.model.id === chosen,
        download: one.download && {
          bytes: one.download.bytes,
          hosts: [...one.download.hosts],
          fetched: present.has(one.model.id),
        },
        unavailable: unavailable.get(one.model.id),
      }));
    },
    retry() {
      obstacles = findObstacles();
      for (const model of hosts.values()) model.retry();
    },
    async choose(id) {
      const wanted = modelOf(id);
      if (!wanted || wanted === superseded) throw new Error('There is no such model.');
      const obstacle = (await obstacles).get(id);
      if (obstacle !== undefined) throw new Error(obstacle);
      host(wanted).retry();
      await decisions.choose(id);
    },
    async remove(id) {
      const removed = modelOf(id);
      if (!removed?.download) throw new Error('This model has no downloaded files.');
      if ((await chosenId()) === id) await decisions.choose(bundled.model.id);
      host(removed).end();
      await removeFiles(removed.download, caches);
      fetched = findFetched();
      onChange();
    },
  };
}

export const nameOf = ({ model: { id, name, languages } }: KnownModel): ModelName => ({ id, name, languages });

/** What this browser offers to models; call it in a worker of the extension. */
export const environmentOf = (browser: Environment['browser']): Environment => ({
  browser,
  hasAdapter: async () => Boolean(await (navigator as Partial<Navigator>).gpu?.requestAdapter().catch(() => null)),
  hasFile: isInPackage,
});
