import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { temporaryFolder } from '../browsers/index.ts';
import { inputHash } from '../input-hash.ts';

const builtScripts = 'node_modules/.cache/client';

/** The client for web pages as one script, built once for the same sources. Returns its text. */
export async function clientScript(): Promise<string> {
  const script = join(builtScripts, `${inputHash(['src/client', 'src/v1', 'src/lib', 'package-lock.json'])}.js`);
  if (existsSync(script)) return readFileSync(script, 'utf8');
  const unfinished = temporaryFolder('client-script');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: unfinished,
      emptyOutDir: false,
      lib: { entry: 'src/client/script.ts', formats: ['iife'], name: 'commonplace', fileName: () => 'client.js' },
    },
  });
  mkdirSync(builtScripts, { recursive: true });
  // Another process may build it too, so it is renamed into place.
  const whole = `${script}.${process.pid}`;
  cpSync(join(unfinished, 'client.js'), whole);
  renameSync(whole, script);
  return readFileSync(script, 'utf8');
}
