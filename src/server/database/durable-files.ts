import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** WASI's numbers: what PostgreSQL passes over where a folder can't be synchronised, and what it must stop for. */
const invalid = 28;
const inputOutput = 29;

const notForFolders = ['EINVAL', 'EBADF', 'EPERM', 'EISDIR'];

interface Stream {
  /** The descriptor in this process. */
  nfd: number;
}

/** Emscripten's files in a folder, as far as they are changed here. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: Stream) => number };
}

type Options = Parameters<NodeFS['init']>[1];

/** PGlite's files in a folder, with the one thing that Emscripten leaves out: `fsync`, which makes a commit durable. */
export class DurableFiles extends NodeFS {
  override async init(database: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = ({ FS }: { FS: { filesystems: { NODEFS: NodeFiles } } }) => {
      FS.filesystems.NODEFS.stream_ops.fsync = synchronise;
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addSync] } };
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
