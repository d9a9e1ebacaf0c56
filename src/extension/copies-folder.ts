import type { CopiesFolder } from '../ui/transfer/backups.ts';

/** A folder that the user has chosen, with the methods that TypeScript's types lack. */
interface UserFolder extends FileSystemDirectoryHandle {
  queryPermission(options: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

interface Picker {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<UserFolder>;
}

const writable = { mode: 'readwrite' } as const;
const [databaseName, table, key] = ['commonplace-backup-folder', 'folders', 'chosen'];

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed.')));
  });

/** Only IndexedDB can store a folder's handle. */
async function inDatabase<Result>(work: (folders: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(table));
  const database = await resultOf(opening);
  try {
    return await resultOf(work(database.transaction(table, 'readwrite').objectStore(table)));
  } finally {
    database.close();
  }
}

const remembered = () => inDatabase((folders) => folders.get(key) as IDBRequest<UserFolder | undefined>);

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
    if (folder !== undefined) await inDatabase((folders) => folders.put(folder, key));
    return folder;
  }

  return {
    async chosen() {
      const folder = await remembered();
      return folder && { name: folder.name, isAllowed: (await folder.queryPermission(writable)) === 'granted' };
    },
    async open({ another }) {
      const folder = (another ? undefined : await remembered()) ?? (await choose());
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
