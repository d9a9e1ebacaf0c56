import { pause } from './timing.ts';

const pauseMs = 50;
const lockedErrors = ['NoModificationAllowedError', 'InvalidStateError'];

/** Opens a file in the origin private file system. A worker that has just ended may keep it locked for a moment; throws if it is still locked after `patienceMs`. */
export async function accessHandle(
  file: FileSystemFileHandle,
  patienceMs: number,
): Promise<FileSystemSyncAccessHandle> {
  for (const end = performance.now() + patienceMs; ; await pause(pauseMs)) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      const isLocked = error instanceof DOMException && lockedErrors.includes(error.name);
      if (!isLocked || performance.now() > end) throw error;
    }
  }
}
