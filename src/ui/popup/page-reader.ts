import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { CreateMemory, Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
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

export type PageReader = ReturnType<typeof createPageReader>;

/** Reads the active page, shows what would be saved, and saves it in as many parts as it needs. */
export function createPageReader({ client, host, notices, t, onChange }: PageReaderParts) {
  const preview = signal<Preview>();
  const isReading = signal(false);
  /** How many parts are saved so far; undefined unless a save is running. */
  const savedParts = signal<number>();

  function show(document: ReadDocument): void {
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

  /** Saves the first `count` parts. After a failure, call it again to save the rest. */
  async function save(count: number): Promise<void> {
    const now = preview.value;
    if (now === undefined || savedParts.value !== undefined) return;
    const parts = now.parts.slice(0, count);
    const saved: Memory[] = [];
    savedParts.value = 0;
    try {
      for (const [index, { key }] of parts.entries()) {
        saved.push(await client.memories.create(bodyOf(now, index, parts.length), { idempotencyKey: key }));
        savedParts.value = saved.length;
      }
      preview.value = undefined;
      notices.offer(t('preview.saved', { count: saved.length }), async () => {
        for (const { id } of saved) await client.memories.delete(id);
        show(now);
        await onChange();
      });
      await onChange();
    } catch (failure) {
      notices.fail(failure, () => save(count));
    } finally {
      savedParts.value = undefined;
    }
  }

  return {
    preview,
    isReading,
    savedParts,
    read,
    save,
    setTags: (tags: string[]) => void (preview.value &&= { ...preview.value, tags }),
    close: () => void (preview.value = undefined),
  };
}
