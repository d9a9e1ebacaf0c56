import { bundledEmbedder } from '../../src/embed/bundled/embedder.ts';
import { plainFiles } from '../../src/embed/files/model-files.ts';
import { packageFiles } from '../../src/embed/files/package-files.ts';
import { contend, read } from './worker.ts';

/** All bundled models as the extension runs them. */
contend(async (copy) => {
  const model = await bundledEmbedder(copy ? packageFiles(read) : plainFiles(read));
  return { embed: async (text) => (await model.query(text)).vector };
});
