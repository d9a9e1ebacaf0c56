import { readFileSync } from 'node:fs';
import type { LibraryOptions } from 'vite';
import { builtScript } from '../built-script.ts';

const inputs = ['src/client', 'src/v1', 'src/lib'];

/** The client for web pages as one script. Returns its text. */
export const clientScript = (): Promise<string> =>
  built('client', { entry: 'src/client/script.ts', formats: ['iife'], name: 'commonplace' });

/** The client as one module, which loads much faster than the source files. Returns its text. */
export const clientModule = (): Promise<string> =>
  built('client-module', { entry: 'src/client/package/index.ts', formats: ['es'] });

/** Builds only if the sources changed. Minifies a script, but not a module, which people and bundlers read. */
async function built(name: string, lib: LibraryOptions): Promise<string> {
  return readFileSync(await builtScript({ name, inputs, lib, minify: lib.formats?.[0] !== 'es' }), 'utf8');
}
