import { minilm } from '../../src/embed/minilm/embedder.ts';
import { plainFiles } from '../../src/embed/files/model-files.ts';
import { partsFrom } from '../../src/embed/minilm/parts.ts';
import { contend, read } from './worker.ts';

/** Pinned: workers that choose on a busy machine may choose different builds. */
const variant = Promise.resolve(['relaxed-pairs' as const]);

/** Embeds notes with the token vectors to keep (`tokens with`) or without any (`tokens without`). */
contend(async () => {
  const model = await minilm(partsFrom(plainFiles(read), variant));
  return self.name === 'tokens with'
    ? { embed: async (text) => (await model.passages(text))[0]!.vector }
    : { embed: async (text) => (await model.embed([text], 'passage'))[0]! };
});
