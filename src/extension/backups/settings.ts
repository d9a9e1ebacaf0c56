import { localOwner } from '../../service/ports/store.ts';
import type { LocalStore } from '../../store/local-store.ts';

/**
 * `backup-tested`: the last test of a restore. `backup-erased-seq`: the number of a change; the memories deleted for
 * good up to this change have been removed from the backups. `backup-loss`: a loss of memories. `backup-restoring`: the
 * `undo` backup of an unfinished restore.
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
