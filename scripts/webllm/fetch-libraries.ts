import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { libraryAddress, libraryPath } from '../../src/embed/webllm/models.ts';
import { pinFault, pinOf, type Pins } from './pins.ts';

export interface FetchLibraries {
  /** Names of the libraries. */
  names: string[];
  pins: Pins;
  /** Take what is not pinned yet, and pin it; never what is pinned to something else. */
  pin: boolean;
  get: (address: string) => Promise<Uint8Array>;
  /** The folder whose contents are packed. */
  folder: string;
}

/** Fetches model libraries to where the build packs them from; answers the pins as they are now. Writes nothing that a pin speaks against: throws. */
export async function fetchLibraries({ names, pins, pin, get, folder }: FetchLibraries): Promise<Pins> {
  const kept: Pins = { ...pins };
  for (const name of names) {
    const contents = await get(libraryAddress(name));
    if (pin && !kept[name]) kept[name] = pinOf(contents);
    const fault = pinFault(name, contents, kept);
    if (fault) throw new Error(fault);
    const path = join(folder, libraryPath(name));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
  return kept;
}
