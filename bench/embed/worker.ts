import type { Question, Timings, Limit } from './protocol.ts';

/** One of the compared implementations of the model. */
export interface Contender {
  embed(text: string): Promise<Float32Array>;
}

/** Reads a file of the bench's site. */
export const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());

/**
 * Answers the bench's questions in this worker, with the contender that `load` returns. If the argument of `load` is
 * true, a contender that stores a copy of its weights reads that copy, or stores one if there is none. `limit` measures
 * how many multiply-adds per second the CPU can do; without `limit`, the answer to that question is undefined.
 */
export function contend(load: (copy: boolean) => Promise<Contender>, limit?: () => Promise<Limit>): void {
  let contender: Contender;
  const answer = async (question: Question): Promise<Timings | Limit | undefined> => {
    if ('limit' in question) return limit?.();
    if ('load' in question) contender = await load(question.load.copy);
    const texts = 'load' in question ? [question.load.query] : question.texts;
    const ms: number[] = [];
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      const begin = performance.now();
      vectors.push(await contender.embed(text));
      ms.push(performance.now() - begin);
    }
    return 'texts' in question && question.vectors ? { ms, vectors } : { ms };
  };
  self.onmessage = async ({ data }: MessageEvent<Question>) => {
    try {
      self.postMessage({ answer: await answer(data) });
    } catch (fault) {
      self.postMessage({ fault: String(fault) });
    }
  };
}
