import { backupFolder, backupName } from '../lib/backups.ts';
import type { BackupsHost } from '../ui/transfer/backups.ts';

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(backupFolder, { create: true });

/** The backups in the browser, as own pages read and add them. */
export const storedBackups: Omit<BackupsHost, 'saveFile'> = {
  readBackup: async (name) => (await (await folder()).getFileHandle(name)).getFile(),
  async addBackup(file, memories) {
    const name = backupName({ kind: 'given', at: new Date().toISOString(), memories });
    const handle = await (await folder()).getFileHandle(name, { create: true });
    await file.stream().pipeTo(await handle.createWritable());
    return name;
  },
};
