import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

// WASI error numbers. If `fsync` fails, PostgreSQL ignores `invalid` for a folder, and stops at `inputOutput`.
const invalid = 28;
const inputOutput = 29;
const noSpace = 51;

/** The error codes of `fsync` on a folder, on systems that can't sync folders. */
const notForFolders = ['EINVAL', 'EBADF', 'EPERM', 'EISDIR'];

interface Stream {
  nfd: number;
}

/** The part of Emscripten's NODEFS that is changed here. */
interface NodeFiles {
  node_ops: Operations;
  stream_ops: Operations & { fsync?: (stream: Stream) => number };
}

type Operations = Record<string, (...args: never[]) => unknown>;

type Options = Parameters<NodeFS['init']>[1];

/** PGlite's files in a folder. Adds the `fsync` that Emscripten lacks, without which commits aren't durable. */
export class DurableFiles extends NodeFS {
  /** Whether any call failed because the disk is full. If a start fails for that reason, PostgreSQL doesn't say so. */
  metFullDisk = false;

  override async init(database: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = ({ FS }: { FS: { filesystems: { NODEFS: NodeFiles } } }) => {
      const { node_ops, stream_ops } = FS.filesystems.NODEFS;
      for (const operations of [node_ops, stream_ops]) this.#watchForFullDisk(operations);
      stream_ops.fsync = fsync;
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addSync] } };
  }

  #watchForFullDisk(operations: Operations): void {
    for (const [name, operation] of Object.entries(operations)) {
      operations[name] = (...args) => {
        try {
          return operation(...args);
        } catch (error) {
          this.metFullDisk ||= (error as { errno?: number }).errno === noSpace;
          throw error;
        }
      };
    }
  }
}

function fsync({ nfd }: Stream): number {
  try {
    fsyncSync(nfd);
    return 0;
  } catch (error) {
    return notForFolders.includes((error as NodeJS.ErrnoException).code ?? '') ? invalid : inputOutput;
  }
}
