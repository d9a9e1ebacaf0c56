import { pause } from './timing.ts';

const pauseMs = 50;
const lockedErrors = ['NoModificationAllowedError', 'InvalidStateError'];

/**
 * Opens a file in the origin private file system. Waits while the file is locked, since a worker that has just ended
 * may keep its lock for a moment. Throws if the file is still locked after `timeoutMs`.
 */
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
