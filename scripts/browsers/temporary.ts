import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
process.on('exit', () => folders.forEach(removeFolder));

/**
 * The environment variable with the path of a file that lists temporary folders. A process that may be killed lists its
 * folders there. Its parent process then removes these folders.
 */
export const listVariable = 'COMMONPLACE_TEMPORARY_FOLDERS';

/**
 * Creates an empty folder. The folder is deleted at the latest when this process exits, but stays if a signal ends the
 * process.
 */
export function temporaryFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `commonplace-${name}-`));
  folders.add(folder);
  const list = process.env[listVariable];
  if (list !== undefined) appendFileSync(list, `${folder}\n`);
  return folder;
}

export function removeFolder(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
