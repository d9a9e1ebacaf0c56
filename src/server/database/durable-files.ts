import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** WASI's numbers: what PostgreSQL passes over where a folder can't be synchronised, what it must stop for, and a full disk. */
const invalid = 28;
const inputOutput = 29;
const noSpace = 51;

const notForFolders = ['EINVAL', 'EBADF', 'EPERM', 'EISDIR'];

interface Stream {
  /** The descriptor in this process. */
  nfd: number;
}

/** Emscripten's files in a folder, as far as they are changed here. */
interface NodeFiles {
  node_ops: Operations;
  stream_ops: Operations & { fsync?: (stream: Stream) => number };
}

type Operations = Record<string, (...given: never[]) => unknown>;

type Options = Parameters<NodeFS['init']>[1];

/** PGlite's files in a folder, with the one thing that Emscripten leaves out: `fsync`, which makes a commit durable. */
export class DurableFiles extends NodeFS {
  /** Whether the disk was full at some call: a PostgreSQL that can't start for it doesn't say why. */
  metFullDisk = false;

  override async init(database: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = ({ FS }: { FS: { filesystems: { NODEFS: NodeFiles } } }) => {
      const { node_ops, stream_ops } = FS.filesystems.NODEFS;
      for (const operations of [node_ops, stream_ops]) this.#watch(operations);
      stream_ops.fsync = synchronise;
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addSync] } };
  }

  #watch(operations: Operations): void {
    for (const [name, operation] of Object.entries(operations)) {
      operations[name] = (...given) => {
        try {
          return operation(...given);
        } catch (error) {
          this.metFullDisk ||= (error as { errno?: number }).errno === noSpace;
          throw error;
        }
      };
    }
  }
}

function synchronise({ nfd }: Stream): number {
  try {
    fsyncSync(nfd);
    return 0;
  } catch (error) {
    return notForFolders.includes((error as NodeJS.ErrnoException).code ?? '') ? invalid : inputOutput;
  }
}
