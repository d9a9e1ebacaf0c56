import { execFileSync } from 'node:child_process';
import { obtain } from '../../scripts/browsers/obtain.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';

/** Builds the extension with the test harness, obtains a Chromium for it and returns its folder. Tool output goes to stderr. */
export async function builtForBench(): Promise<string> {
  process.env['COMMONPLACE_CHROMIUM'] = await obtain('chromium', { say: console.error, prefer: 'packages' });
  execFileSync(process.execPath, ['node_modules/wxt/bin/wxt.mjs', 'build'], { stdio: ['ignore', 2, 2] });
  return extensionWithHarness('chromium');
}
