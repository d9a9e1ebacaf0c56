import { stat, statfs } from 'node:fs/promises';
import { good, note, wrong, type Examine } from './finding.ts';

/** With less than this the next large import may fill the disk. */
const fewBytes = 1_000_000_000;

export const folder: Examine = async ({ place }) => {
  if (!('folder' in place)) return undefined;
  const { mode } = await stat(place.folder);
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return isOpen
    ? wrong('folder', `Other users of this machine can read ${place.folder}. Run: chmod 700 ${place.folder}`)
    : good('folder', `${place.folder}, locked by process ${process.pid}, readable only by its owner.`);
};

export const disk: Examine = async ({ place }) => {
  if (!('folder' in place)) return undefined;
  const { bavail, bsize } = await statfs(place.folder);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free.`;
  return bavail * bsize < fewBytes
    ? note('disk', `${free} Free some space: a full disk can't save anything.`)
    : good('disk', free);
};
