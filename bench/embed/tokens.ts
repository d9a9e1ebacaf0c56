import { minilm } from '../../src/embed/minilm/embedder.ts';
import { plainFiles } from '../../src/embed/files/model-files.ts';
import { partsFrom } from '../../src/embed/minilm/parts.ts';
import { contend, read } from './worker.ts';

/** The kernel's variant is fixed, since on a busy machine the two workers might choose different variants. */
const variant = Promise.resolve(['relaxed-pairs' as const]);

/** The worker `tokens with` also makes the token vectors that the extension would store. */
contend(async () => {
  const model = await minilm(partsFrom(plainFiles(read), variant));
  return self.name === 'tokens with'
    ? { embed: async (text) => (await model.passages(text))[0]!.vector }
    : { embed: async (text) => (await model.embed([text], 'passage'))[0]! };
});
