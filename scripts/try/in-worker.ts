/** What came of a model in its worker. */
export interface Tried {
  /** Why it was not used; undefined where it passed. */
  refused?: string;
  loadMs: number;
  readMs: number;
  queries: number[][];
  passages: number[][];
}

/** Loads a model in its worker, as the engine does, and has texts read. Runs in a page of the extension; it travels there as text, so it is all in one piece. */
export async function tryInWorker(
  script: string,
  model: string,
  queries: string[],
  passages: string[],
): Promise<Tried> {
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
  let asked = 0;
  const ask = (call: { query: string } | { passages: string }) => {
    const id = ++asked;
    worker.postMessage({ id, ...call });
    return wait(id);
  };

  const begin = performance.now();
  const tried: Tried = { loadMs: 0, readMs: 0, queries: [], passages: [] };
  try {
    const loaded = wait('loaded');
    worker.postMessage({ load: model, lock: `try-${model}` });
    await loaded;
    const ready = performance.now();
    tried.loadMs = ready - begin;
    for (const query of queries) tried.queries.push(Array.from((await ask({ query })) as Float32Array));
    for (const text of passages)
      tried.passages.push(Array.from(((await ask({ passages: text })) as Array<{ vector: Float32Array }>)[0]!.vector));
    tried.readMs = performance.now() - ready;
  } catch (cause) {
    tried.refused = cause instanceof Error ? cause.message : String(cause);
  } finally {
    worker.terminate();
  }
  return tried;
}
