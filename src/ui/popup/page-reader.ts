import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { CreateMemory, Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { sentenceOf } from '../state/sentence.ts';
import { pagedParts, partTitle } from '../../transfer/text-parts.ts';
import type { PopupHost, ReadDocument } from './host.ts';

/** A page or document that was read, before it is saved. */
export interface Preview extends ReadDocument {
  tags: readonly string[];
  /** The text, divided into memories. Each part has the idempotency key that keeps it from being saved twice. */
  parts: readonly { content: string; key: string; page?: number }[];
}

interface PageReaderParts {
  client: Client;
  host: Pick<PopupHost, 'readPage'>;
  notices: Notices;
  t: Translate;
  /** Called when memories have changed. */
  onChange(): Promise<void>;
}

/** A save that failed. Its rest is saved as it began: with the same tags, in as many parts. */
interface Interrupted {
  of: number;
  saved: readonly Memory[];
  /** A sentence. */
  reason: string;
}

export type PageReader = ReturnType<typeof createPageReader>;

/** Reads the active page, shows what would be saved, and saves it in as many parts as it needs. */
export function createPageReader({ client, host, notices, t, onChange }: PageReaderParts) {
  const preview = signal<Preview>();
  const isReading = signal(false);
  /** How many parts are saved so far; undefined unless a save is running. */
  const savedParts = signal<number>();
  const interrupted = signal<Interrupted>();

  function show(document: ReadDocument): void {
    interrupted.value = undefined;
    const parts = pagedParts(document.content, document.pageStarts);
    preview.value = { ...document, tags: [], parts: parts.map((part) => ({ ...part, key: crypto.randomUUID() })) };
  }

  async function read(): Promise<void> {
    if (isReading.value) return;
    isReading.value = true;
    try {
      const found = await host.readPage();
      if ('missing' in found) notices.fail(t(`related.${found.missing}`));
      else show(found);
    } catch (failure) {
      notices.fail(failure, read);
    } finally {
      isReading.value = false;
    }
  }

  function bodyOf({ title, url, tags, capture, parts }: Preview, index: number, of: number): CreateMemory {
    const { content, page } = parts[index]!;
    const name = partTitle(title ?? '', index, of);
    return {
      content,
      capture: { ...capture, ...(page !== undefined && { page }) },
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(url !== undefined && { url }),
      ...(name !== '' && { title: name }),
    };
  }

  /** Saves the first `count` parts; after a failure, the rest of those that it began with. */
  async function save(count: number): Promise<void> {
    const now = preview.value;
    if (now === undefined || savedParts.value !== undefined) return;
    const { of, saved: before } = interrupted.value ?? { of: count, saved: [] };
    const saved = [...before];
    savedParts.value = saved.length;
    try {
      for (const [index, { key }] of now.parts.slice(0, of).entries()) {
        if (index < before.length) continue;
        saved.push(await client.memories.create(bodyOf(now, index, of), { idempotencyKey: key }));
        savedParts.value = saved.length;
      }
      interrupted.value = undefined;
      preview.value = undefined;
      offerUndo(now, saved);
    } catch (failure) {
      interrupted.value = { of, saved, reason: sentenceOf(failure, t) };
    } finally {
      savedParts.value = undefined;
    }
    if (saved.length > before.length) await onChange();
  }

  function offerUndo(now: Preview, saved: readonly Memory[]): void {
    const undo = async () => {
      for (const { id } of saved) await client.memories.delete(id);
      show(now);
      await onChange();
    };
    notices.offer(t('preview.saved', { count: saved.length }), undo, { memories: saved.map(({ id }) => id) });
  }

  function close(): void {
    const [now, left] = [preview.value, interrupted.value];
    preview.value = interrupted.value = undefined;
    if (now !== undefined && left !== undefined && left.saved.length > 0) offerUndo(now, left.saved);
  }

  return {
    preview,
    isReading,
    savedParts,
    interrupted,
    read,
    save,
    setTags: (tags: string[]) => void (preview.value &&= { ...preview.value, tags }),
    close,
  };
}
