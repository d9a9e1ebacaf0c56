import { whyUnavailable, type Surroundings } from '../../embed/availability.ts';
import { bundled, modelOf, models as known, type KnownModel } from '../../embed/registry.ts';
import type { ModelChoice, ModelName } from '../../ui/engine-panel.ts';
import { hostedModel, type HostedModel } from '../embedder/hosted-model.ts';
import type { Decisions } from './decisions.ts';

export interface ModelsParts {
  decisions: Decisions;
  startWorker: (script: KnownModel['worker']) => Worker;
  surroundings: Surroundings;
  /** Told after each change of a model's health. */
  changed: () => void;
}

/** The models that there are, each in a worker of its own, and which of them is to be used. */
export interface Models {
  /** The chosen model, or the bundled one where that can't be used. */
  wanted(): Promise<KnownModel>;
  /** The chosen model where it can't be used, and why. */
  setBack(): Promise<{ from: ModelName; reason: string } | undefined>;
  host(model: KnownModel): HostedModel;
  choices(): Promise<ModelChoice[]>;
  /** Tries again what was refused or failed. */
  retry(): void;
}

export function createModels({ decisions, startWorker, surroundings, changed }: ModelsParts): Models {
  const hosts = new Map(known.map(({ model: { id }, worker }) => [id, hostedModel({ id, start: () => startWorker(worker), changed })]));
  const host = ({ model }: KnownModel) => hosts.get(model.id)!;
  // Looked up once, since it asks the graphics card; `retry` looks again.
  let obstacles = lookUp();

  async function lookUp(): Promise<Map<string, string | undefined>> {
    return new Map(await Promise.all(known.map(async (one) => [one.model.id, await whyUnavailable(one, surroundings)] as const)));
  }

  async function setBack(): Promise<{ from: ModelName; reason: string } | undefined> {
    const id = await decisions.model();
    if (id === undefined || id === bundled.model.id) return undefined;
    const chosen = modelOf(id);
    if (!chosen) return { from: { id, name: id, languages: [] }, reason: 'This version of Commonplace does not know it.' };
    const { status, reason } = host(chosen).health;
    const obstacle = (await obstacles).get(id) ?? (status === 'refused' || status === 'failed' ? reason : undefined);
    return obstacle === undefined ? undefined : { from: nameOf(chosen), reason: obstacle };
  }

  return {
    host,
    setBack,
    wanted: async () => ((await setBack()) ? bundled : (modelOf((await decisions.model()) ?? bundled.model.id) ?? bundled)),
    async choices() {
      const chosenId = (await decisions.model()) ?? bundled.model.id;
      const unavailable = await obstacles;
      return known.map((one) => ({
        ...nameOf(one),
        chosen: one.model.id === chosenId,
        download: one.download && { bytes: one.download.bytes, hosts: [...one.download.hosts], fetched: false },
        unavailable: unavailable.get(one.model.id),
      }));
    },
    retry() {
      obstacles = lookUp();
      for (const one of hosts.values()) one.retry();
    },
  };
}

export const nameOf = ({ model: { id, name, languages } }: KnownModel): ModelName => ({ id, name, languages });
