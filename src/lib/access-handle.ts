import { pause } from './timing.ts';

const pauseMs = 50;
const lockedErrors = ['NoModificationAllowedError', 'InvalidStateError'];

/** Opens a file in the origin private file system. A worker that has just ended may keep it locked for a moment; throws if it is still locked after `timeoutMs`. */
export async function accessHandle(file: FileSystemFileHandle, timeoutMs: number): Promise<FileSystemSyncAccessHandle> {
  for (const end = performance.now() + timeoutMs; ; await pause(pauseMs)) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      const isLocked = error instanceof DOMException && lockedErrors.includes(error.name);
      if (!isLocked || performance.now() > end) throw error;
    }
  }
}
