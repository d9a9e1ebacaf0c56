import { localOwner } from '../../service/ports/store.ts';
import type { LocalStore } from '../../store/local-store.ts';

/**
 * What backups remember in the store: the last test of a restore; the `seq` (number of a change) up to which deletions
 * for good are carried over to the backups; a loss of memories; and the `undo` backup of an unfinished restore.
 */
type Name = 'backup-tested' | 'backup-erased-seq' | 'backup-loss' | 'backup-restoring';

export interface BackupSettings {
  read(name: Name): Promise<string | undefined>;
  put(name: Name, value: string): Promise<void>;
}

export const settingsIn = (store: LocalStore): BackupSettings => ({
  read: (name) => store.read(localOwner, (reader) => reader.setting(name)),
  put: (name, value) => store.write(localOwner, (writer) => writer.putSetting(name, value)),
});
