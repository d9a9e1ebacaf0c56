import { readFileSync } from 'node:fs';
import type { LibraryOptions } from 'vite';
import { builtScript } from '../built-script.ts';

const inputs = ['src/client', 'src/v1', 'src/lib'];

/** The text of a script with the client, for web pages. */
export const clientScript = (): Promise<string> =>
  built('client', { entry: 'src/client/script.ts', formats: ['iife'], name: 'commonplace' });

export const clientModule = (): Promise<string> =>
  built('client-module', { entry: 'src/client/package/index.ts', formats: ['es'] });

/** Minifies a script, but not a module, which people read. */
async function built(name: string, lib: LibraryOptions): Promise<string> {
  return readFileSync(await builtScript({ name, inputs, lib, minify: lib.formats?.[0] !== 'es' }), 'utf8');
}
