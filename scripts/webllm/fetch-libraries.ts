import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { libraryAddress, libraryPath } from '../../src/embed/webllm/models.ts';
import { pinFault, pinOf, type Pins } from './pins.ts';

export interface FetchLibraries {
  names: string[];
  pins: Pins;
  /** Whether to pin libraries that aren't pinned yet. Otherwise, such libraries are an error. */
  pinNew: boolean;
  get: (address: string) => Promise<Uint8Array>;
  /** The folder that the build packages. */
  folder: string;
}

/**
 * Downloads model libraries into the folder and returns the updated pins. Throws before writing a file that doesn't
 * match its pin.
 */
export async function fetchLibraries({ names, pins, pinNew, get, folder }: FetchLibraries): Promise<Pins> {
  const updatedPins: Pins = { ...pins };
  for (const name of names) {
    const contents = await get(libraryAddress(name));
    if (pinNew && !updatedPins[name]) updatedPins[name] = pinOf(contents);
    const fault = pinFault(name, contents, updatedPins);
    if (fault) throw new Error(fault);
    const path = join(folder, libraryPath(name));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
  return updatedPins;
}
