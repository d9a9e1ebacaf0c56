import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type LibraryOptions, type Plugin } from 'vite';
import { removeFolder, temporaryFolder } from './browsers/index.ts';
import { inputHash } from './input-hash.ts';

interface Script {
  name: string;
  inputs: string[];
  lib: Omit<LibraryOptions, 'fileName'>;
  /** Default true. */
  minify?: boolean;
  plugins?: Plugin[];
}

/** Builds a module with all its imports as one script, if the inputs have changed. Returns the script's path. */
export async function builtScript({ name, inputs, lib, minify = true, plugins = [] }: Script): Promise<string> {
  const script = join('node_modules/.cache', name, `${inputHash([...inputs, 'package-lock.json'])}.js`);
  if (existsSync(script)) return script;
  const unfinished = temporaryFolder(`${name}-script`);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      outDir: unfinished,
      emptyOutDir: false,
      minify,
      lib: { ...lib, fileName: () => 'script.js' },
    },
  });
  mkdirSync(dirname(script), { recursive: true });
  // Another process may build or read this file at the same time, so the file gets its name only when it is complete.
  const copy = `${script}.${process.pid}`;
  cpSync(join(unfinished, 'script.js'), copy);
  renameSync(copy, script);
  removeFolder(unfinished);
  return script;
}
