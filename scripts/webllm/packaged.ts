import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { models, type KnownModel } from '../../src/embed/registry.ts';
import { pinFault, type Pins } from './pins.ts';
import pins from './pins.json' with { type: 'json' };

/** The models to fetch whose libraries lie in the folder that is packed. Throws where a library is not the one that is pinned. */
export function packagedModels(folder = 'public', known: Pins = pins): KnownModel[] {
  return models.filter(({ download, files }) => {
    const present = download !== undefined && files.every((file) => existsSync(join(folder, file)));
    const fault = present
      ? files.map((file) => pinFault(basename(file), readFileSync(join(folder, file)), known)).find(Boolean)
      : undefined;
    if (fault) throw new Error(`${fault} Fetch it again by \`npm run webllm:libraries\`.`);
    return present;
  });
}

/** Whom pages of a build may ask, in the words of `connect-src`: without a library nobody but the package itself. */
export const connectSources = (packaged: KnownModel[]): string =>
  [
    "'self'",
    ...new Set(packaged.flatMap(({ download }) => download?.hosts ?? []).map((host) => `https://${host}`)),
  ].join(' ');
