import type { Question, Timings, Limit } from './protocol.ts';

export interface Contender {
  embed(text: string): Promise<Float32Array>;
}

export const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());

/**
 * Answers the bench's questions in this worker, with the contender that `load` returns. `load` gets `copy`: whether to
 * use the stored copy of the weights, and to store one if there is none. `limit` measures how many multiply-adds per
 * second the CPU can do. Without `limit`, the answer to the question `{ limit: true }` is undefined.
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
