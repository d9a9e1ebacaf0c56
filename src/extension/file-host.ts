import { backupFolder, backupName } from '../lib/backups.ts';
import { copiesFolder } from './copies-folder.ts';
import { readPdfInWorker } from './pdf-worker.ts';
import { lastImport } from './last-import.ts';
import type { BackupsHost } from '../ui/transfer/backups.ts';

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(backupFolder, { create: true });

/** How the extension's own pages read PDF files, copy, read and add backups, and record the last import. */
export const fileHost: Omit<BackupsHost, 'saveFile'> = {
  readPdf: readPdfInWorker,
  folder: copiesFolder(),
  lastImport,
  readBackup: async (name) => (await (await folder()).getFileHandle(name)).getFile(),
  async addBackup(file, memories) {
    const name = backupName({ kind: 'given', at: new Date().toISOString(), memories });
    const handle = await (await folder()).getFileHandle(name, { create: true });
    await file.stream().pipeTo(await handle.createWritable());
    return name;
  },
};
