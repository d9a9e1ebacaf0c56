import type { BrowserKind } from '../../scripts/browsers/index.ts';
import { buildExtension } from '../../scripts/browsers/extension.ts';
import { obtain } from '../../scripts/browsers/obtain.ts';
import { extensionWithHarness } from '../../scripts/harness/index.ts';

/** Builds the extension with the test harness and obtains a browser for it. Returns the extension's folder. */
export async function buildForBench(kind: BrowserKind = 'chromium'): Promise<string> {
  process.env[`COMMONPLACE_${kind.toUpperCase()}`] = await obtain(kind, { say: console.error, prefer: 'packages' });
  if ((await buildExtension(kind, console.error)) !== 0) throw new Error('The extension could not be built.');
  return extensionWithHarness(kind);
}
