import { probePath, type Variant } from '../../src/embed/bert/choose.ts';
import { minilm } from '../../src/embed/minilm/embedder.ts';
import { plainFiles } from '../../src/embed/files/model-files.ts';
import { packageFiles } from '../../src/embed/files/package-files.ts';
import { partsFrom } from '../../src/embed/minilm/parts.ts';
import type { Limit } from './protocol.ts';
import { contend, read } from './worker.ts';

/**
 * The kernel variant, from the worker's name: `plain` in `ours plain`. If undefined, the model chooses a variant as in
 * the extension.
 */
const [, variant] = self.name.split(' ') as [string, Variant?];

contend(
  async (copy) => {
    const files = copy ? packageFiles(read) : plainFiles(read);
    const model = await minilm(partsFrom(files, variant && Promise.resolve([variant])));
    return { embed: async (text) => (await model.query(text)).vector };
  },
  async () => {
    const { instance } = await WebAssembly.instantiate(await read(probePath));
    const probe = instance.exports as unknown as { productsOfRound: WebAssembly.Global<'i32'> } & Record<
      keyof Limit,
      (rounds: number) => number
    >;
    return {
      pairs: limitOf(probe.pairs, probe.productsOfRound.value),
      fours: limitOf(probe.fours, probe.productsOfRound.value),
    };
  },
);

const rounds = 10_000_000;

/** Billions of products per second that a loop of the probe reaches, in the fastest of ten trials. */
function limitOf(loop: (rounds: number) => number, productsOfRound: number): number {
  let best = Infinity;
  for (let trial = 0; trial < 10; trial++) {
    const begin = performance.now();
    loop(rounds);
    best = Math.min(best, performance.now() - begin);
  }
  return (rounds * productsOfRound) / best / 1e6;
}
