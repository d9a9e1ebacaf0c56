import type { Client } from '../../client/index.ts';
import type { Format } from '../../transfer/losses.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Notices } from '../state/notices.ts';
import { exportAll, exportedSentence } from './export.ts';

interface ExportSomeParts {
  client: Client;
  notices: Notices;
  t: Translate;
  saveFile(name: string, file: Blob): void;
}

/** Returns a function that exports some memories as a download, and shows a notice. */
export function createExportSome({ client, notices, t, saveFile }: ExportSomeParts) {
  return async function exportSome(memories: readonly Memory[], format: Format): Promise<void> {
    try {
      const exported = await exportAll(client, format, { only: memories });
      saveFile(exported.name, exported.blob);
      notices.report(exportedSentence(t, exported));
    } catch (failure) {
      notices.fail(failure, () => exportSome(memories, format));
    }
  };
}
