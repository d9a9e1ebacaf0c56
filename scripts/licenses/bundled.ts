import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { licensesFile, licensesText } from './text.ts';

/** Records the packages in the bundles of one or more builds. `write` writes their licenses into the output folder. */
export function bundledLicenses(): { plugin: Plugin; write(folder: string): void } {
  const packages = new Set<string>();
  return {
    plugin: {
      name: 'note bundled packages',
      generateBundle(_, bundle) {
        const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
        for (const id of ids) {
          const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
          if (folder !== undefined) packages.add(relative('.', folder).replaceAll('\\', '/'));
        }
      },
    },
    write: (folder) => writeFileSync(join(folder, licensesFile), licensesText(packages)),
  };
}
