import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { models, type KnownModel } from '../../src/embed/registry.ts';
import { pinFault, type Pins } from './pins.ts';
import pins from './pins.json' with { type: 'json' };

/** The downloadable models whose libraries are in the package. Throws if a library doesn't match its pin. */
export function packagedModels(folder = 'public', known: Pins = pins): KnownModel[] {
  return models.filter(({ download, files }) => {
    const present = download !== undefined && files.every((file) => existsSync(join(folder, file)));
    const fault = present
      ? files.map((file) => pinFault(basename(file), readFileSync(join(folder, file)), known)).find(Boolean)
      : undefined;
    if (fault) throw new Error(`${fault} Run \`npm run webllm:libraries\` again.`);
    return present;
  });
}
