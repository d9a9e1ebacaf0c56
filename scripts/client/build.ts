import { readFileSync } from 'node:fs';
import { builtScript } from '../built-script.ts';

/** The client for web pages as one script, built once for the same sources. Returns its text. */
export async function clientScript(): Promise<string> {
  const script = await builtScript({
    name: 'client',
    inputs: ['src/client', 'src/v1', 'src/lib'],
    lib: { entry: 'src/client/script.ts', formats: ['iife'], name: 'commonplace' },
  });
  return readFileSync(script, 'utf8');
}
