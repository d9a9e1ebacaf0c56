export interface Trial {
  refused?: string;
  loadMs: number;
  embedMs: number;
  queries: number[][];
  passages: number[][];
}

/**
 * Loads a model in its worker and embeds texts. Runs in a page of the extension, so the function uses nothing from
 * outside itself.
 */
export async function tryInWorker(
  script: string,
  model: string,
  queries: string[],
  passages: string[],
): Promise<Trial> {
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
  };
  const policy = trustedTypes.createPolicy('commonplace-engine', { createScriptURL: (url: string) => url });
  const worker = new Worker(policy.createScriptURL(`/${script}`));
  const waiting = new Map<number | 'loaded', PromiseWithResolvers<unknown>>();
  const wait = (id: number | 'loaded') => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    return answer.promise;
  };
  worker.onmessage = ({
    data,
  }: MessageEvent<{ loaded?: object; failed?: { reason: string }; id?: number; answer?: unknown; fault?: string }>) => {
    if (data.loaded) waiting.get('loaded')?.resolve(data.loaded);
    if (data.failed) waiting.get('loaded')?.reject(new Error(data.failed.reason));
    if (data.id !== undefined && data.fault !== undefined) waiting.get(data.id)?.reject(new Error(data.fault));
    else if (data.id !== undefined) waiting.get(data.id)?.resolve(data.answer);
  };
  let lastId = 0;
  const ask = (call: { query: string } | { passages: string }) => {
    const id = ++lastId;
    worker.postMessage({ id, ...call });
    return wait(id);
  };

  const begin = performance.now();
  const trial: Trial = { loadMs: 0, embedMs: 0, queries: [], passages: [] };
  try {
    const loaded = wait('loaded');
    worker.postMessage({ load: model, lock: `try-${model}` });
    await loaded;
    const ready = performance.now();
    trial.loadMs = ready - begin;
    for (const query of queries) trial.queries.push(Array.from((await ask({ query })) as Float32Array));
    for (const text of passages)
      trial.passages.push(Array.from(((await ask({ passages: text })) as Array<{ vector: Float32Array }>)[0]!.vector));
    trial.embedMs = performance.now() - ready;
  } catch (cause) {
    trial.refused = cause instanceof Error ? cause.message : String(cause);
  } finally {
    worker.terminate();
  }
  return trial;
}
