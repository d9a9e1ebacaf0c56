import { signal } from '@preact/signals';
import type { EngineControl } from '../../client/engine-control.ts';
import type { BackupInfo, RestoreMode } from '../../lib/backups.ts';
import type { CheckedFile } from '../../transfer/backup-file.ts';
import { UnreadableFile } from '../../transfer/unreadable.ts';
import type { Notices } from '../state/notices.ts';
import type { TransferHost } from './state.ts';

export interface BackupsHost extends TransferHost {
  readBackup(name: string): Promise<Blob>;
  /** Stores a checked file of the user's among the backups; returns its name. */
  addBackup(file: Blob, memories: number): Promise<string>;
}

/** A file that the user checks. */
export type FileCheck =
  | { name: 'none' }
  | { name: 'passphrase'; file: File; wasWrong: boolean }
  | { name: 'checking' }
  | { name: 'good'; file: File; found: CheckedFile }
  | { name: 'bad'; reason: string };

/** What a restore brings back: one of the backups, or a file that was checked. */
export type Chosen = { backup: BackupInfo } | { found: CheckedFile };

export interface BackupsParts {
  control: Pick<EngineControl, 'backUp' | 'restore' | 'undoRestore'>;
  host: BackupsHost;
  notices: Notices;
}

export type BackupsModel = ReturnType<typeof createBackupsModel>;

/** The user's commands about backups. */
export function createBackupsModel({ control, host, notices }: BackupsParts) {
  const check = signal<FileCheck>({ name: 'none' });
  /** What is about to be restored, while the user decides how. */
  const restoring = signal<Chosen>();
  /** The backup that is about to be copied out of the browser. */
  const copying = signal<BackupInfo>();
  const isEncrypting = signal(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((failure: unknown) =>
      notices.fail(failure instanceof UnreadableFile ? failure.message : failure, () => attempt(work)),
    );
  }

  async function checkFile(file: File, passphrase?: string): Promise<void> {
    try {
      const { checkedFile, needsPassphrase } = await import('../../transfer/backup-file.ts');
      if (passphrase === undefined && (await needsPassphrase(file)))
        return void (check.value = { name: 'passphrase', file, wasWrong: false });
      check.value = { name: 'checking' };
      check.value = { name: 'good', file, found: await checkedFile(file, passphrase) };
    } catch (failure) {
      if (passphrase !== undefined) check.value = { name: 'passphrase', file, wasWrong: true };
      else check.value = { name: 'bad', reason: failure instanceof UnreadableFile ? failure.message : String(failure) };
    }
  }

  return {
    check,
    restoring,
    copying,
    isEncrypting,
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

    /** Saves a copy outside the browser; encrypted if there is a passphrase. */
    saveCopy: (passphrase: string) =>
      attempt(async () => {
        const backup = copying.value;
        if (backup === undefined) return;
        const file = await host.readBackup(backup.name);
        const name = `commonplace-backup-${backup.at.slice(0, 10)}.jsonl.gz`;
        isEncrypting.value = passphrase !== '';
        try {
          if (passphrase === '') host.saveFile(name, file);
          else {
            const { encrypted } = await import('../../transfer/encrypted.ts');
            host.saveFile(`${name}.encrypted`, await encrypted(file, passphrase));
          }
          copying.value = undefined;
        } finally {
          isEncrypting.value = false;
        }
      }),
  };
}
