import { localOwner, type Store } from '../../service/ports/store.ts';
import { exportLines } from '../../service/transfer/export.ts';
import { gunzip } from '../../transfer/backup-file.ts';
import { chunksOf } from '../../transfer/chunks.ts';
import { linesIn } from '../../transfer/lines.ts';
import { readExport, lineText, type ContentLine } from '../../transfer/own-file.ts';
import { UnreadableFile } from '../../transfer/unreadable.ts';
import { backupName, type BackupInfo } from '../../lib/backups.ts';
import { hash64 } from '../../lib/hash64.ts';
import { canonicalJson } from '../../lib/json.ts';
import { idleSliceMs, pacer } from '../../lib/pace.ts';
import type { ExportLine } from '../../v1/schemas/export-line.ts';
import type { BackupFolder } from './folder.ts';

/** How many lines are written before the backup waits again until no request is open. */
const pauseEvery = 200;

export interface Pace {
  /** Resolves when no request is open. */
  idle: () => Promise<void>;
  onProgress: (share: number) => void;
}

/** The lines of a backup. @throws UnreadableFile if it is damaged or incomplete */
export function linesOf(file: Blob): AsyncGenerator<ContentLine> {
  return readExport(linesIn(chunksOf(gunzip(file))));
}

/**
 * The hash of each memory and collection, by id. Exports with the same hashes have the same content. Often yields the
 * thread.
 */
export async function contentOf(lines: AsyncIterable<ContentLine>): Promise<Map<string, string>> {
  const content = new Map<string, string>();
  const pace = pacer(idleSliceMs);
  for await (const line of lines) {
    addHash(content, line);
    await pace();
  }
  return content;
}

function addHash(content: Map<string, string>, line: ExportLine): void {
  const row = 'memory' in line ? line.memory : 'collection' in line ? line.collection : undefined;
  if (row !== undefined) content.set(row.id, hash64(canonicalJson(row)).join('.'));
}

const memoriesIn = (content: ReadonlyMap<string, unknown>): number =>
  [...content.keys()].filter((id) => id.startsWith('mem_')).length;

/** The hashes of a store's content, to compare with those of a backup. */
export function storeContent(store: Store): Promise<Map<string, string>> {
  return contentOf(contentLines(exportLines(store, [localOwner])));
}

async function* contentLines(lines: AsyncIterable<ExportLine>): AsyncGenerator<ContentLine> {
  for await (const line of lines) if (!('commonplace' in line || 'end' in line)) yield line;
}

/** Writes all memories and collections to a new backup and reads it back. */
export async function backUp(
  store: Store,
  folder: BackupFolder,
  about: Pick<BackupInfo, 'kind' | 'at'>,
  { idle, onProgress }: Pace,
): Promise<BackupInfo> {
  const total = Math.max(1, (await store.read(localOwner, (reader) => reader.usage())).memories);
  async function* lines(): AsyncGenerator<ExportLine> {
    let count = 0;
    for await (const line of exportLines(store, [localOwner])) {
      yield line;
      if (++count % pauseEvery !== 0) continue;
      onProgress(Math.min(1, count / total));
      await idle();
    }
  }
  return writeLines(lines(), folder, about);
}

/**
 * Writes the lines of an export to a new backup and reads it back. If reading `lines` fails, rejects with that error.
 */
export async function writeLines(
  lines: AsyncIterable<ExportLine>,
  folder: BackupFolder,
  { kind, at }: Pick<BackupInfo, 'kind' | 'at'>,
): Promise<BackupInfo> {
  const content = new Map<string, string>();
  let failure: unknown;
  async function* texts(): AsyncGenerator<string> {
    try {
      for await (const line of lines) {
        addHash(content, line);
        yield lineText(line);
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  // The compressing stream would report an error in `lines` as a damaged file, so the error itself is thrown.
  return writeBackup(folder, kind, at, texts(), content).catch((error: unknown) => {
    throw failure ?? error;
  });
}

async function writeBackup(
  folder: BackupFolder,
  kind: BackupInfo['kind'],
  at: string,
  texts: AsyncGenerator<string>,
  content: ReadonlyMap<string, string>,
): Promise<BackupInfo> {
  let info: Omit<BackupInfo, 'name'> = { kind, at, memories: 0 };
  const name = await folder.write(packed(texts), async (file) => {
    requireEqual(await contentOf(linesOf(file)), content);
    info = { kind, at, memories: memoriesIn(content) };
    return backupName(info);
  });
  return { name, ...info };
}

/** The ids of the memories deleted for good after the change `seq`, and the `seq` of the newest change. */
export async function erasedAfter(store: Store, seq: number): Promise<{ erased: Set<string>; seq: number }> {
  const erased = new Set<string>();
  for (;;) {
    const after = seq;
    const page = await store.read(localOwner, (reader) => reader.changes(after, 500));
    for (const { kind, row } of page) if (kind === 'tombstone') erased.add(row.id);
    seq = page.at(-1)?.row.seq ?? seq;
    if (page.length < 500) return { erased, seq };
  }
}

/** Rewrites a backup without some memories, such as those deleted for good. */
export async function rewriteWithout(
  folder: BackupFolder,
  backup: BackupInfo,
  erased: ReadonlySet<string>,
): Promise<void> {
  const before = await contentOf(linesOf(await folder.read(backup.name)));
  if (![...before.keys()].some((id) => erased.has(id))) return;
  const content = new Map([...before].filter(([id]) => !erased.has(id)));
  async function* texts(): AsyncGenerator<string> {
    const end = { users: 0, collections: 0, memories: 0 };
    yield lineText({ commonplace: 'export', version: 1 });
    for await (const line of linesOf(await folder.read(backup.name))) {
      if ('memory' in line && erased.has(line.memory.id)) continue;
      end['user' in line ? 'users' : 'memory' in line ? 'memories' : 'collections']++;
      yield lineText(line);
    }
    yield lineText({ end });
  }
  const { name } = await writeBackup(folder, backup.kind, backup.at, texts(), content);
  if (name !== backup.name) await folder.remove(backup.name);
}

async function* packed(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
  yield* chunksOf(source.pipeThrough(new CompressionStream('gzip')));
}

export function requireEqual(found: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): void {
  const isEqual = found.size === wanted.size && [...wanted].every(([id, hash]) => found.get(id) === hash);
  if (!isEqual) throw new UnreadableFile('The backup differs from the data written to it.');
}
