import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../browsers/folders.ts';

/** The permanent browser profile of `npm start`. */
export function ownProfile(): string {
  const folder = join(dataFolder(), 'profile');
  mkdirSync(folder, { recursive: true });
  return folder;
}
