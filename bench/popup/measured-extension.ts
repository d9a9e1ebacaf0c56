import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/browsers/index.ts';
import { measureInPage } from './in-page.ts';

/**
 * Copies a built extension and makes the copy's popup measure itself. A debugger would attach too late to see the first
 * rows.
 */
export function measuredExtension(extension: string): string {
  const folder = temporaryFolder('bench-popup');
  cpSync(extension, folder, { recursive: true });
  writeFileSync(join(folder, 'measure.js'), `(${String(measureInPage)})();`);
  const popup = join(folder, 'popup.html');
  const html = readFileSync(popup, 'utf8');
  writeFileSync(popup, html.replace('<script type="module"', '<script src="/measure.js"></script>$&'));
  return folder;
}
