import { signal } from '@preact/signals';
import type { Client } from '../../client/index.ts';
import type { CsvStart } from '../../transfer/csv.ts';
import type { CsvField } from '../../transfer/csv-fields.ts';
import type { Format } from '../../transfer/losses.ts';
import type { ReadPdf } from '../../transfer/pdf-items.ts';
import { UnreadableFile } from '../../transfer/unreadable.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { exportAll, exportedSentence } from './export.ts';
import type { LastImport, LastImportStore } from './last-import.ts';
import { fileKindOf, readFiles, type FileKind, type Found } from './read-files.ts';
import { intoOneCollection, namesIn, resolveCollections, withStoredValues } from './import-collections.ts';
import { readEach, sendAll, undoAll, type ImportResult, type ReadyImport } from './send.ts';

export interface TransferHost {
  saveFile(name: string, file: Blob): void;
  /** Reads PDF files; absent if they can't be imported. */
  readPdf?: ReadPdf;
  /** Stores the last import. Without it, Undo works only until the screen closes. */
  lastImport?: LastImportStore;
}

export interface TransferParts {
  client: Client;
  notices: Notices;
  t: Translate;
  host: TransferHost;
  /** Called after an import or an undo, even an incomplete one. */
  onChange?(): Promise<void>;
}

interface ImportPlan {
  /** The format whose losses are shown (`transfer/losses.ts`). Undefined for PDF files, which have no losses there. */
  format: Format | undefined;
  /** The name of the file, or how many files there are. */
  from: string;
  found: Found;
  ready: ReadyImport;
  expected: ImportResult;
  /** The names of the collections in the file. */
  names: string[];
  /**
   * The id of the collection to import into. Null: no collection. Undefined: the collections that the file names.
   * Ignored if `newName` isn't blank.
   */
  into?: string | null | undefined;
  /** The name typed so far for a new collection. */
  newName?: string | undefined;
}

/** The steps of an import. `working` comes before and after `ready`. `share`: 0..1, or undefined if unknown. */
export type ImportStep =
  | { name: 'choose' }
  | { name: 'columns'; file: File; start: CsvStart; mapping: (CsvField | null)[] }
  | {
      name: 'working';
      doing: 'reading' | 'checking' | 'importing' | 'undoing';
      count: number;
      share: number | undefined;
    }
  | ({ name: 'ready' } & ImportPlan)
  | { name: 'done'; outcome: ImportResult; stoppedEarly: boolean; problems: Found['problems'] }
  | { name: 'failed'; reason: string };

export type Transfer = ReturnType<typeof createTransfer>;

/** The state of exports of all memories, and of imports from files. */
export function createTransfer({ client, notices, t, host, onChange }: TransferParts) {
  /** How many memories the running export has written; undefined if none runs. */
  const exporting = signal<number>();
  const step = signal<ImportStep>({ name: 'choose' });
  const last = signal<LastImport>();
  let stopExport = new AbortController();
  let stopImport = new AbortController();

  async function exportAs(format: Format): Promise<void> {
    if (exporting.value !== undefined) return;
    stopExport = new AbortController();
    exporting.value = 0;
    try {
      const exported = await exportAll(client, format, {
        onProgress: (count) => (exporting.value = count),
        signal: stopExport.signal,
      });
      host.saveFile(exported.name, exported.blob);
      notices.report(exportedSentence(t, exported));
    } catch (failure) {
      if (!stopExport.signal.aborted) notices.fail(failure, () => exportAs(format));
    } finally {
      exporting.value = undefined;
    }
  }

  const working = (doing: 'reading' | 'checking' | 'importing' | 'undoing', count: number, share?: number) =>
    (step.value = { name: 'working', doing, count, share });

  /** Runs a step. If it throws, shows the first step again, or `failed` for an unreadable file. */
  async function run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    stopImport = new AbortController();
    const { signal: abortSignal } = stopImport;
    try {
      await work(abortSignal);
    } catch (failure) {
      if (abortSignal.aborted) step.value = { name: 'choose' };
      else if (failure instanceof UnreadableFile) step.value = { name: 'failed', reason: failure.message };
      else {
        step.value = { name: 'choose' };
        notices.fail(failure);
      }
    }
  }

  async function choose(files: readonly File[]): Promise<void> {
    const format = fileKindOf(files);
    if (files.length === 0) return;
    if (format === undefined || (format === 'pdf' && host.readPdf === undefined))
      return void (step.value = { name: 'failed', reason: t('import.unknownFormat') });
    if (format !== 'csv') return check(files, format);
    await run(async () => {
      const { csvStart } = await import('../../transfer/csv.ts');
      const start = await csvStart(files[0]!);
      step.value = { name: 'columns', file: files[0]!, start, mapping: [...start.mapping] };
    });
  }

  /** Reads the files and asks the service for the expected outcome. */
  async function check(files: readonly File[], format: FileKind, mapping?: (CsvField | null)[]): Promise<void> {
    await run(async (abortSignal) => {
      working('reading', 0);
      const found = await readFiles(files, format, mapping, {
        signal: abortSignal,
        readPdf: host.readPdf,
        onProgress: (count) => working('reading', count),
      });
      async function ask(wanted: ReadyImport): Promise<ImportResult> {
        const outcome = await sendAll(client, wanted, {
          dryRun: true,
          signal: abortSignal,
          onProgress: (share) => working('checking', wanted.memories.length, share),
        });
        abortSignal.throwIfAborted();
        if (outcome.failure !== undefined) throw outcome.failure;
        return outcome;
      }
      let ready = await resolveCollections(client, found);
      let expected = await ask(ready);
      if (expected.totals.conflict > 0) {
        ready = await withStoredValues(client, ready);
        expected = await ask(ready);
      }
      const lossesFormat = format === 'folder' ? 'markdown' : format === 'pdf' ? undefined : format;
      const from = files.length === 1 ? files[0]!.name : t('import.files', { count: files.length });
      step.value = { name: 'ready', format: lossesFormat, from, found, ready, expected, names: namesIn(found) };
    });
  }

  /**
   * Stores the data for Undo, or drops it if there is nothing to undo. If storing fails, such as on a full disk, Undo
   * still works on this screen.
   */
  async function storeForUndo(lastImport: LastImport | undefined): Promise<void> {
    const isEmpty =
      lastImport === undefined ||
      lastImport.created.length + lastImport.createdCollections.length + lastImport.replaced.length === 0;
    last.value = isEmpty ? undefined : lastImport;
    await (isEmpty ? host.lastImport?.drop() : host.lastImport?.write(lastImport))?.catch(() => {});
  }

  async function begin(): Promise<void> {
    const now = step.value;
    if (now.name !== 'ready') return;
    const { found, into, newName } = now;
    await run(async (abortSignal) => {
      working('importing', now.ready.memories.length, 0);
      let { ready, expected } = now;
      let { problems } = found;
      if (into !== undefined || newName?.trim()) {
        ready = await intoOneCollection(client, ready, expected, { id: into ?? null, name: newName });
        expected = { ...expected, createdCollections: [...ready.collections.keys()] };
        problems = [...problems, ...expected.skipped];
      }
      const count = ready.memories.length;
      const at = Date.now();
      const versions = new Map(ready.memories.map(({ memory }) => [memory.id, memory.version ?? 1]));
      const before = await readEach(client, expected.updated);
      const replaced = before.map((memory) => ({ ...memory, importedVersion: versions.get(memory.id)! }));
      // Stored first, because the screen may close during the import.
      await storeForUndo({ ...changesOf(expected, replaced), at });
      const outcome = await sendAll(client, ready, {
        dryRun: false,
        signal: abortSignal,
        onProgress: (share) => working('importing', count, share),
      });
      const { failure } = outcome;
      // A failed request may still have been carried out. Undo then needs the expected changes, stored above.
      if (failure === undefined) await storeForUndo({ ...changesOf(outcome, replaced), at });
      step.value = {
        name: 'done',
        outcome,
        stoppedEarly: abortSignal.aborted || failure !== undefined,
        problems,
      };
      if (failure !== undefined) notices.fail(failure);
      await onChange?.();
    });
  }

  async function undo(): Promise<void> {
    const [now, toUndo] = [step.value, last.value];
    if (toUndo === undefined) return;
    const count = toUndo.created.length;
    try {
      working('undoing', count, 0);
      const { spared, left, failure } = await undoAll(client, toUndo, (share) => working('undoing', count, share));
      await storeForUndo(left);
      // A failed undo may have undone a part.
      await onChange?.();
      if (failure !== undefined) throw failure;
      step.value = { name: 'choose' };
      if (spared === 0) notices.say(t('import.undone'));
      else notices.announce(t('import.undoneSpared', { count: spared }));
    } catch (failure) {
      step.value = now;
      notices.fail(failure, undo);
    }
  }

  return {
    exporting,
    step,
    exportAs,
    choose,
    check,
    begin,
    last,
    /** Finds out whether an import from an earlier screen can be undone. */
    async lookForLast(): Promise<void> {
      last.value ??= await host.lastImport?.read().catch(() => undefined);
    },
    undo,
    cancelExport: () => stopExport.abort(),
    cancelImport: () => stopImport.abort(),
    reset: () => (step.value = { name: 'choose' }),
    chooseCollection(choice: Pick<ImportPlan, 'into' | 'newName'>) {
      if (step.value.name === 'ready') step.value = { ...step.value, ...choice };
    },
    setColumn(index: number, field: CsvField | null) {
      const now = step.value;
      if (now.name !== 'columns') return;
      // No two columns may have the same field.
      const mapping = now.mapping.map((one, at) => (at === index ? field : one === field ? null : one));
      step.value = { ...now, mapping };
    },
  };
}

function changesOf({ created, createdCollections, updated }: ImportResult, replaced: LastImport['replaced']) {
  const ids = new Set(updated);
  return { created, createdCollections, replaced: replaced.filter(({ id }) => ids.has(id)) };
}
