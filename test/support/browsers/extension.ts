import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserKind } from './browser.ts';

/** Folder of the extension as built. COMMONPLACE_OUT names another output folder than `.output`. */
export function builtExtension(kind: BrowserKind): string {
  const folder = resolve(process.env['COMMONPLACE_OUT'] ?? '.output', kind === 'chromium' ? 'chrome-mv3' : 'firefox-mv3');
  if (!existsSync(folder)) throw new Error(`The extension is not built: ${folder} is missing. Run \`npm run build\`.`);
  return folder;
}
