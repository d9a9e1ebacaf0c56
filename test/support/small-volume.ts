import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../../scripts/browsers/index.ts';

/** A separate file system that can be filled without harm. */
export interface SmallVolume {
  readonly path: string;
  /** Fills the volume until at most `leaveBytes` are free. */
  fill(leaveBytes: number): void;
  freeSpace(): void;
  close(): void;
}

const pieceBytes = 256 * 1024;

/** Mounts a volume in memory. If that fails, for example because the system isn't Linux, throws with the reason. */
function smallVolume(megabytes: number): SmallVolume {
  const path = temporaryFolder('volume');
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs', path);
  } catch (error) {
    removeFolder(path);
    throw error;
  }
  const filling = join(path, 'filling');
  const unmount = () => asRoot('umount', '--lazy', path);
  process.once('exit', unmount);
  return {
    path,
    fill: (leaveBytes) => {
      // Writes in pieces, because the browser or server under test may use up space at the same time.
      for (;;) {
        const { bavail, bsize } = statfsSync(path);
        const piece = Math.min(pieceBytes, bavail * bsize - leaveBytes);
        if (piece <= 0) return;
        try {
          appendFileSync(filling, Buffer.alloc(piece));
        } catch (error) {
          // The browser or server has used up the rest.
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          return;
        }
      }
    },
    freeSpace: () => rmSync(filling),
    close: () => {
      process.off('exit', unmount);
      unmount();
      removeFolder(path);
    },
  };
}

/** Returns a small volume, or the reason to skip the test. */
export function smallVolumeOrReason(megabytes: number): SmallVolume | string {
  try {
    return smallVolume(megabytes);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function asRoot(...command: string[]): void {
  if (process.platform !== 'linux') throw new Error('a small volume can be mounted only on Linux');
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`${command.join(' ')}\` failed: ${error?.message ?? stderr.trim()}`);
}
