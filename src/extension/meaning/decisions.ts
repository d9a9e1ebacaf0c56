import { localOwner, type Store } from '../../service/ports/store.ts';

/**
 * What the user decided about the model and its indexing; stored with the memories, so that it survives as long as
 * they do.
 */
export interface Decisions {
  model(): Promise<string | undefined>;
  choose(modelId: string): Promise<void>;
  paused(): Promise<boolean>;
  pause(paused: boolean): Promise<void>;
}

const settings = { model: 'model', paused: 'indexing-paused' };

export function decisionsIn(store: Store): Decisions {
  // Only the engine writes these settings, so each is read from the store only once.
  const known = new Map<string, string | undefined>();

  async function read(name: string): Promise<string | undefined> {
    if (!known.has(name)) known.set(name, await store.read(localOwner, (reader) => reader.setting(name)));
    return known.get(name);
  }

  async function write(name: string, value: string): Promise<void> {
    await store.write(localOwner, (writer) => writer.putSetting(name, value));
    known.set(name, value);
  }

  return {
    model: () => read(settings.model),
    choose: (modelId) => write(settings.model, modelId),
    paused: async () => (await read(settings.paused)) === 'true',
    pause: (paused) => write(settings.paused, String(paused)),
  };
}
