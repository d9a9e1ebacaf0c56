import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import { limits } from '../../v1/limits.ts';
import type { CreateMemory, Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import { UndoEnded, isOutdated, undoChange, undoInSteps, type Notices, type Undo } from '../state/notices.ts';
import { sentenceOf } from '../state/sentence.ts';
import { pagedParts, partTitle } from '../../transfer/text-parts.ts';
import type { PopupHost, ReadDocument } from './host.ts';
import { savedParts, type SavedPart } from './saved-parts.ts';

/** A part of a text, small enough for one memory. Its `key` is an idempotency key: a retry must not save it twice. */
interface Part extends SavedPart {
  content: string;
  key: string;
  page?: number;
}

/** A page or document that was read, before it is saved. */
export interface Preview extends ReadDocument {
  tags: readonly string[];
  parts: readonly Part[];
}

interface PageReaderParts {
  client: Client;
  host: Pick<PopupHost, 'readPage'>;
  notices: Notices;
  t: Translate;
  onChange(): Promise<void>;
}

/**
 * How a text is saved. `add` makes new memories. `update` changes the page's earlier memories, and adds a memory for
 * each part without an earlier one. Both skip parts that are saved already.
 */
export type SaveWay = 'add' | 'update';

interface Saved {
  id: string;
  undo: Undo;
}

/** A save that failed. A retry saves the remaining parts in the same way, with the same tags and part numbers. */
interface Interrupted {
  way: SaveWay;
  /** How many parts the save covers, counted from the first part. */
  partCount: number;
  /** How many of these parts weren't saved yet when the save began. */
  wanted: number;
  saved: readonly Saved[];
  reason: string;
}

export type PageReader = ReturnType<typeof createPageReader>;

/** Reads the active page, shows what would be saved, and saves it in as many parts as it needs. */
export function createPageReader({ client, host, notices, t, onChange }: PageReaderParts) {
  const preview = signal<Preview>();
  const isReading = signal(false);
  /** How many parts are saved so far; undefined unless a save is running. */
  const savedCount = signal<number>();
  const interrupted = signal<Interrupted>();

  async function show(document: ReadDocument): Promise<void> {
    const { title, url, content, pageStarts } = document;
    const parts = pagedParts(content, pageStarts);
    const pageMemories = url === undefined ? [] : await savedFrom(url);
    const saved = savedParts(
      title ?? '',
      parts.map((part) => part.content),
      pageMemories,
    );
    interrupted.value = undefined;
    preview.value = {
      ...document,
      tags: [],
      parts: parts.map((part, index) => ({ ...part, ...saved[index], key: crypto.randomUUID() })),
    };
  }

  const savedFrom = (url: string): Promise<Memory[]> =>
    Array.fromAsync(client.memories.list({ url, limit: limits.maxPageSize }));

  async function read(): Promise<void> {
    if (isReading.value) return;
    isReading.value = true;
    try {
      const found = await host.readPage();
      if ('missing' in found) notices.fail(t(`related.${found.missing}`));
      else await show(found);
    } catch (failure) {
      notices.fail(failure, read);
    } finally {
      isReading.value = false;
    }
  }

  function bodyOf({ title, url, tags, capture, parts }: Preview, index: number, partCount: number): CreateMemory {
    const { content, page } = parts[index]!;
    const name = partTitle(title ?? '', index, partCount);
    return {
      content,
      capture: { ...capture, ...(page !== undefined && { page }) },
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(url !== undefined && { url }),
      ...(name !== '' && { title: name }),
    };
  }

  async function add(body: CreateMemory, idempotencyKey: string): Promise<Saved> {
    const { id } = await client.memories.create(body, { idempotencyKey });
    return { id, undo: () => client.memories.delete(id) };
  }

  /** Replaces an earlier memory's text, capture and, if there is a new one, title. Adds the new tags to its tags. */
  async function update(id: string, { content, capture, title, tags = [] }: CreateMemory): Promise<Saved> {
    const before = await client.memories.read(id);
    const changes = { content, capture, title: title ?? before.title, tags: [...before.tags, ...tags] };
    const after = await client.memories.update(id, changes, { ifVersion: before.version });
    const former = { content: before.content, capture: before.capture, title: before.title, tags: before.tags };
    return { id, undo: async () => void (await undoChange({ client, notices }, { before, after, former })) };
  }

  /** Saves the first `count` parts. After a failed save, ignores its arguments and continues that save. */
  async function save(count: number, chosen: SaveWay = 'add'): Promise<void> {
    const now = preview.value;
    if (now === undefined || savedCount.value !== undefined) return;
    const { partCount, way, saved: before } = interrupted.value ?? { partCount: count, way: chosen, saved: [] };
    const wanted = [...now.parts.entries()].slice(0, partCount).filter(([, { same }]) => same === undefined);
    if (wanted.length === 0) return;
    const saved = [...before];
    savedCount.value = saved.length;
    try {
      for (const [index, { earlier, key }] of wanted.slice(before.length)) {
        const body = bodyOf(now, index, partCount);
        saved.push(await (way === 'update' && earlier !== undefined ? update(earlier.id, body) : add(body, key)));
        savedCount.value = saved.length;
      }
      interrupted.value = undefined;
      preview.value = undefined;
      offerUndo(now, saved, way);
    } catch (failure) {
      interrupted.value = { partCount, way, wanted: wanted.length, saved, reason: sentenceOf(failure, t) };
    } finally {
      savedCount.value = undefined;
    }
    if (saved.length > before.length) await onChange();
  }

  function offerUndo(now: Preview, saved: readonly Saved[], way: SaveWay): void {
    const text =
      way === 'update' && saved.length === 1 ? t('preview.updated') : t('preview.saved', { count: saved.length });
    let keptCount = 0;
    const steps = saved.map(({ undo }) => async () => {
      try {
        await undo();
      } catch (failure) {
        if (!isOutdated(failure)) throw failure;
        keptCount++;
      }
    });
    const end = async () => {
      await show(now);
      if (keptCount > 0) throw new UndoEnded(t('bulk.keptSome', { count: keptCount, what: text }));
    };
    notices.offer(text, undoInSteps([...steps, end], onChange), { memories: saved.map(({ id }) => id) });
  }

  function close(): void {
    const [now, failed] = [preview.value, interrupted.value];
    preview.value = interrupted.value = undefined;
    if (now !== undefined && failed !== undefined && failed.saved.length > 0) offerUndo(now, failed.saved, failed.way);
  }

  return {
    preview,
    isReading,
    savedCount,
    interrupted,
    read,
    save,
    setTags: (tags: string[]) => void (preview.value &&= { ...preview.value, tags }),
    close,
  };
}
