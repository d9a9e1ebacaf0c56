import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inputHash } from '../input-hash.ts';
import { runTool } from '../tool.ts';
import type { BrowserKind } from './browser.ts';

/** COMMONPLACE_OUT names another output folder than `.output`. */
const inOutput = (name: string) => resolve(process.env['COMMONPLACE_OUT'] ?? '.output', name);
const folderOf = (kind: BrowserKind) => inOutput(kind === 'chromium' ? 'chrome-mv3' : 'firefox-mv3');

export function builtExtension(kind: BrowserKind): string {
  const folder = folderOf(kind);
  if (!existsSync(folder)) throw new Error(`The extension is not built: ${folder} is missing. Run \`npm run build\`.`);
  return folder;
}

const inputs = [
  'LICENSE',
  'entrypoints',
  'public',
  'scripts/chunks',
  'scripts/kernels',
  'scripts/licenses',
  'scripts/webllm',
  'scripts/zod-without-eval.ts',
  'src',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'wxt.config.ts',
];

/**
 * Builds the extension, unless the output is up to date. Returns the exit code.
 * @param onLine called with each line that the build prints
 */
export async function buildExtension(kind: BrowserKind, onLine?: (line: string) => void): Promise<number> {
  const [folder, stampFile] = [folderOf(kind), inOutput(`${kind}.stamp`)];
  // The build itself writes public/kernels.
  const sources = inputHash(inputs, { except: ['public/kernels/**'] });
  const stamp = () => `${sources} ${inputHash([folder])}\n`;
  if (existsSync(stampFile) && existsSync(folder) && readFileSync(stampFile, 'utf8') === stamp()) return 0;
  // Always the production build, even in a test run.
  const code = await runTool(
    'wxt',
    ['build', ...(kind === 'firefox' ? ['-b', 'firefox', '--mv3'] : [])],
    { NODE_ENV: undefined },
    onLine,
  );
  if (code === 0) writeFileSync(stampFile, stamp());
  return code;
}
