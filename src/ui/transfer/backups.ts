import { signal } from '@preact/signals';
import type { EngineControl } from '../../client/engine-control.ts';
import type { BackupInfo, RestoreMode } from '../../lib/backups.ts';
import type { CheckedFile } from '../../transfer/backup-file.ts';
import { UnreadableFile, WrongPassphrase } from '../../transfer/unreadable.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import type { TransferHost } from './state.ts';

export interface BackupsHost extends TransferHost {
  readBackup(name: string): Promise<Blob>;
  /** Adds a checked file with this many memories to the backups. Returns the name of the new backup. */
  addBackup(file: Blob, memories: number): Promise<string>;
  /** Absent in browsers that don't let pages write to a folder. */
  folder?: CopiesFolder | undefined;
}

/** The user's folder for copies of backups. */
export interface CopiesFolder {
  /** The folder chosen before. `isAllowed`: whether the browser still lets the extension write to it. */
  chosen(): Promise<{ name: string; isAllowed: boolean } | undefined>;
  /**
   * Opens the folder chosen before. If there is none, or if `another` is true, asks for a folder. Asks again for a
   * lapsed permission. Returns undefined if the user refuses. Only a click's handler may call it.
   */
  open(options: {
    another: boolean;
  }): Promise<{ name: string; write(name: string, file: Blob): Promise<void> } | undefined>;
}

/** The destination of a copy. */
export type Destination = 'downloads' | 'folder' | 'anotherFolder';

/** The state of checking a backup file. */
export type FileCheck =
  | { name: 'none' }
  | { name: 'passphrase'; file: File; wasWrong: boolean }
  | { name: 'checking' }
  | { name: 'good'; file: File; found: CheckedFile }
  | { name: 'bad'; reason: string };

/** The source of a restore: one of the backups, or a checked file. */
export type RestoreSource = { backup: BackupInfo } | { found: CheckedFile };

export interface BackupsParts {
  control: Pick<EngineControl, 'backUp' | 'restore' | 'undoRestore'>;
  host: BackupsHost;
  notices: Notices;
  t: Translate;
}

export type BackupsModel = ReturnType<typeof createBackupsModel>;

/** The state and the commands of the backups panel. */
export function createBackupsModel({ control, host, notices, t }: BackupsParts) {
  const check = signal<FileCheck>({ name: 'none' });
  /** The backup or checked file to restore, while the user decides how. */
  const restoring = signal<RestoreSource>();
  const copying = signal<BackupInfo>();
  const isEncrypting = signal(false);
  const folder = signal<{ name: string; isAllowed: boolean }>();
  const refreshFolder = async () => void (folder.value = await host.folder?.chosen().catch(() => undefined));

  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((failure: unknown) =>
      notices.fail(failure instanceof UnreadableFile ? failure.message : failure, () => attempt(work)),
    );
  }

  async function checkFile(file: File, passphrase?: string): Promise<void> {
    try {
      const { checkFile, needsPassphrase } = await import('../../transfer/backup-file.ts');
      if (passphrase === undefined && (await needsPassphrase(file)))
        return void (check.value = { name: 'passphrase', file, wasWrong: false });
      check.value = { name: 'checking' };
      check.value = { name: 'good', file, found: await checkFile(file, passphrase) };
    } catch (failure) {
      if (failure instanceof WrongPassphrase) check.value = { name: 'passphrase', file, wasWrong: true };
      else check.value = { name: 'bad', reason: failure instanceof UnreadableFile ? failure.message : String(failure) };
    }
  }

  return {
    check,
    restoring,
    copying,
    isEncrypting,
    folder,
    hasFolders: host.folder !== undefined,
    checkFile,
    closeCheck: () => void (check.value = { name: 'none' }),
    backUp: () => attempt(() => control.backUp()),
    undoRestore: () => attempt(() => control.undoRestore()),

    restore: (mode: RestoreMode) =>
      attempt(async () => {
        const chosen = restoring.value;
        if (chosen === undefined) return;
        const name =
          'backup' in chosen ? chosen.backup.name : await host.addBackup(chosen.found.file, chosen.found.memories);
        await control.restore(name, mode);
        restoring.value = undefined;
        check.value = { name: 'none' };
      }),

    /** Asks where the copy of a backup should go. */
    copy(backup: BackupInfo): void {
      copying.value = backup;
      void refreshFolder();
    },

    /** Saves a copy outside the browser. A passphrase that isn't empty encrypts the copy. */
    saveCopy: (passphrase: string, to: Destination = 'downloads') =>
      attempt(async () => {
        const backup = copying.value;
        if (backup === undefined) return;
        // Must come first: the browser asks for a folder or a permission only right after a click.
        const opened = to === 'downloads' ? undefined : await host.folder?.open({ another: to === 'anotherFolder' });
        if (to !== 'downloads') await refreshFolder();
        if (to !== 'downloads' && opened === undefined) return notices.fail(t('backups.folderRefused'));
        isEncrypting.value = passphrase !== '';
        try {
          const file = await host.readBackup(backup.name);
          const name = `commonplace-backup-${backup.at.slice(0, 10)}.jsonl.gz`;
          const copy = passphrase === '' ? { name, file } : await encryptedCopy(name, file, passphrase);
          if (opened === undefined) host.saveFile(copy.name, copy.file);
          else {
            await opened.write(copy.name, copy.file);
            notices.report(t('backups.folderDone', { name: copy.name, folder: opened.name }));
          }
          copying.value = undefined;
        } finally {
          isEncrypting.value = false;
        }
      }),
  };
}

async function encryptedCopy(name: string, file: Blob, passphrase: string): Promise<{ name: string; file: Blob }> {
  const { encrypt } = await import('../../transfer/encryption.ts');
  return { name: `${name}.encrypted`, file: await encrypt(file, passphrase) };
}
