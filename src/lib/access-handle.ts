import { pause } from './pause.ts';

const pauseMs = 50;
const heldErrors = ['NoModificationAllowedError', 'InvalidStateError'];

/** Opens a private file, which a worker that has just ended may hold for a moment longer; throws when it is still held after so many milliseconds. */
export async function accessHandle(
  file: FileSystemFileHandle,
  patienceMs: number,
): Promise<FileSystemSyncAccessHandle> {
  for (const end = performance.now() + patienceMs; ; await pause(pauseMs)) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      const isHeld = error instanceof DOMException && heldErrors.includes(error.name);
      if (!isHeld || performance.now() > end) throw error;
    }
  }
}
