import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../browsers/folders.ts';

/** The browser profile that `npm start` opens each time; what is saved in it stays. */
export function ownProfile(): string {
  const folder = join(dataFolder(), 'profile');
  mkdirSync(folder, { recursive: true });
  return folder;
}
