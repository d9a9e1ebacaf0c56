import type { MemoryPage } from '../client/contract.ts';
import type { Sweep } from '../service/ports/sync.ts';
import { limits } from '../v1/limits.ts';
import { Stop } from './failures.ts';
import { noteOffers, type Round } from './parts.ts';
import { maxPages } from './pages.ts';
import { isMemory, jsonFields } from './remote.ts';
import { requireReachable, send } from './send.ts';

/** A sweep (a reading of the whole server) that is older than this starts over. Milliseconds. */
const maxAge = 24 * 3_600_000;

/** One page of the server's memories, in an order that the server chooses. */
export interface SweptPage {
  memories: unknown[];
  next: string | null;
  /** Undefined: the page is the last if it is empty, or if its `next` is missing or was used before. */
  isLast?: boolean;
}

interface PageReader {
  begin?: () => Promise<void>;
  /** Null: the server can't continue from the cursor, or refuses the reading. */
  readPage: (round: Round, cursor: string | null) => Promise<SweptPage | null>;
  /**
   * Handles the memories of a page. Returns the ids that count as seen, each with a hash of the memory (`hashOf`), or
   * with an empty string if the id is enough. `SyncScratch.addPage` stores them.
   */
  take: (memories: readonly unknown[]) => Promise<Map<string, string>>;
}

/** A complete reading of the server, and what `take` returned for all its pages. */
export interface ReadAll {
  sweep: Sweep;
  seen: Map<string, string>;
  /** Whether an earlier round began the reading. */
  isResumed: boolean;
}

/**
 * Reads all memories of the server page by page, or goes on where the last round stopped. Null: the reading didn't
 * reach the end, and the next call starts over. The caller must drop a complete sweep from `scratch`.
 */
export async function readAll(
  round: Round,
  source: Sweep['source'],
  { begin, readPage, take }: PageReader,
): Promise<ReadAll | null> {
  const { scratch, now } = round.parts;
  const stored = await scratch.sweep();
  const age = now() - (stored?.sweep.startedAt ?? 0);
  let current = stored?.sweep;
  if (current === undefined || current.source !== source || age > maxAge || age < 0) {
    current = { source, startedAt: now(), cursor: null, cursors: [] };
    await scratch.beginSweep(current);
    await begin?.();
  }
  const isResumed = current === stored?.sweep;
  if (stored && isResumed && current.isComplete) return { ...stored, isResumed };
  const found = new Set(isResumed ? stored?.seen.keys() : []);
  let [isLast, pages, items] = [false, 0, 0];
  while (!isLast) {
    const page = await readPage(round, current.cursor);
    if (page === null) {
      await scratch.dropSweep();
      return null;
    }
    const seen = await take(page.memories);
    for (const { id } of page.memories.filter(isMemory)) found.add(id);
    pages++;
    items += page.memories.length;
    const next: string | null = page.next;
    const cursors: string[] = current.cursor === null ? current.cursors : [...current.cursors, current.cursor];
    isLast = page.isLast ?? (!next || cursors.includes(next) || page.memories.length === 0);
    current = { ...current, cursor: next, cursors, isComplete: isLast };
    await scratch.addPage(current, seen);
    if (!isLast && cursors.length >= pageCap(found.size, items / pages)) {
      await scratch.dropSweep();
      return null;
    }
  }
  return { sweep: current, seen: (await scratch.sweep())!.seen, isResumed };
}

/** The most pages to read, in case the server's list never ends. `found`: the number of memories found so far. */
const pageCap = (found: number, perPage: number) =>
  Math.min(maxPages, 2 + 2 * Math.ceil((found + 1_000) / Math.max(1, perPage)));

/** A page of the server's listing. Null: the cursor is no longer valid. */
export async function readListPage(round: Round, cursor: string | null): Promise<SweptPage | null> {
  const { client } = round.parts;
  let raw: string | undefined;
  const read = (limit?: number) =>
    send<MemoryPage>(round, async () =>
      client.memories.list(
        { ...(limit !== undefined && { limit }), ...(cursor !== null && { cursor }) },
        { onResponse: ({ status, body }) => (raw = status === 200 ? body : undefined) },
      ),
    );
  let result = await read(limits.maxPageSize);
  if ('kind' in result && result.kind === 'refused') result = await read();
  if ('answer' in result) return { memories: result.answer.memories, next: result.answer.nextCursor ?? null };
  const lenient = result.kind === 'in doubt' ? readLeniently(raw) : null;
  if (lenient) return lenient;
  await requireReachable(round, result);
  if (result.kind === 'in doubt' || cursor === null) throw new Stop('unreachable');
  return null;
}

/**
 * Reads a page of the list if the server has given this round no valid answer yet.
 * @throws Stop if there is no valid answer
 */
export async function requireAnswer(round: Round): Promise<void> {
  if (round.hasAnswered) return;
  await readListPage(round, null);
  round.hasAnswered = true;
  await noteOffers(round);
}

/** Reads a page even if some of its items aren't memories. Null: it isn't a page. */
export function readLeniently(raw: string | undefined): SweptPage | null {
  const { memories, nextCursor } = jsonFields(raw);
  if (!Array.isArray(memories)) return null;
  return { memories, next: typeof nextCursor === 'string' ? nextCursor : null };
}
