import { loadFromPackage } from '../../src/embed/bundled/load.ts';
import { plainFiles } from '../../src/embed/files/model-files.ts';
import { packageFiles } from '../../src/embed/files/package-files.ts';
import { bundled } from '../../src/embed/registry.ts';
import { contend, read } from './worker.ts';

/** The bundled model, loaded and run as in the extension, including the self-test. */
contend(async (copy) => {
  const model = await loadFromPackage(bundled.model.id, copy ? packageFiles(read) : plainFiles(read));
  return { embed: async (text) => (await model.query(text)).vector };
});
