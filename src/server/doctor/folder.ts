import { stat, statfs } from 'node:fs/promises';
import { good, note, wrong, type Examine } from './finding.ts';

/** With less than this the next large import may fill the disk. */
const fewBytes = 1_000_000_000;

export const folder: Examine = async ({ place }) => {
  if (!('folder' in place)) return undefined;
  const { mode } = await stat(place.folder);
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return isOpen ? wrong('folder', `Others on this machine can look into ${place.folder}. Close it: chmod 700 ${place.folder}`) : good('folder', `${place.folder}, locked by process ${process.pid}, readable by its owner alone.`);
};

export const disk: Examine = async ({ place }) => {
  if (!('folder' in place)) return undefined;
  const { bavail, bsize } = await statfs(place.folder);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free.`;
  return bavail * bsize < fewBytes ? note('disk', `${free} Make room: when the disk is full, nothing more can be saved.`) : good('disk', free);
};
