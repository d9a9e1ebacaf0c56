import type { CopiesFolder } from '../ui/transfer/backups.ts';
import { storedValue } from './small-database.ts';

/** A folder that the user has chosen, with the methods that TypeScript's types lack. */
interface UserFolder extends FileSystemDirectoryHandle {
  queryPermission(options: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

interface Picker {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<UserFolder>;
}

const writable = { mode: 'readwrite' } as const;

/** Only IndexedDB can store a folder's handle. */
const remembered = storedValue<UserFolder>({ name: 'commonplace-backup-folder', table: 'folders' }, 'chosen');

/** The folder for copies of backups; undefined in browsers that let no page write to a folder. */
export function copiesFolder(): CopiesFolder | undefined {
  const picker = globalThis as Picker;
  if (picker.showDirectoryPicker === undefined) return undefined;

  async function choose(): Promise<UserFolder | undefined> {
    const folder = await picker.showDirectoryPicker!({ id: 'backups', mode: 'readwrite' }).catch((failure: unknown) => {
      // The user closed the dialog.
      if (failure instanceof DOMException && failure.name === 'AbortError') return undefined;
      throw failure;
    });
    if (folder !== undefined) await remembered.put(folder);
    return folder;
  }

  return {
    async chosen() {
      const folder = await remembered.get();
      return folder && { name: folder.name, isAllowed: (await folder.queryPermission(writable)) === 'granted' };
    },
    async open({ another }) {
      const folder = (another ? undefined : await remembered.get()) ?? (await choose());
      if (folder === undefined || (await folder.requestPermission(writable)) !== 'granted') return undefined;
      return {
        name: folder.name,
        async write(name, file) {
          const handle = await folder.getFileHandle(name, { create: true });
          // The stream replaces the file only when it closes.
          await file.stream().pipeTo(await handle.createWritable());
        },
      };
    },
  };
}
