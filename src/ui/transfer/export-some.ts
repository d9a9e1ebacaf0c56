import type { Client } from '../../client/index.ts';
import { pacer } from '../../lib/pace.ts';
import type { Format } from '../../transfer/losses.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { Translate } from '../i18n/translator.ts';
import type { Jobs } from '../state/jobs.ts';
import type { Notices } from '../state/notices.ts';
import { sentenceOf } from '../state/sentence.ts';
import { exportedSentence, exportSource, openExport, type ExportFile } from './export.ts';

interface ExportSomeParts {
  client: Client;
  jobs: Jobs;
  notices: Notices;
  t: Translate;
  saveFile(name: string, file: Blob): void;
}

/** Returns a function that exports some memories as a download, in a job, and shows a notice. */
export function createExportSome({ client, jobs, notices, t, saveFile }: ExportSomeParts) {
  return async function exportSome(memories: readonly Memory[], format: Format): Promise<void> {
    const source = exportSource(client);
    const used = new Set(memories.map(({ collection }) => collection));
    const pace = pacer();
    let file: ExportFile | undefined;
    const jobEnd = await jobs.run(
      t('bulk.exporting'),
      memories,
      async (memory) => {
        file ??= await openExport(format, source, ({ id }) => used.has(id));
        file.add(memory);
        await pace();
      },
      // One at a time, to keep the order of the list.
      1,
    );
    if (jobEnd === undefined) return notices.fail(t('bulk.busy'));
    const { left, failure } = jobEnd;
    if (failure !== undefined) {
      const done = memories.length - left.length;
      const text = t('bulk.stopped', { done, of: memories.length, reason: sentenceOf(failure, t) });
      return notices.fail(text, () => exportSome(memories, format));
    }
    if (left.length > 0 || file === undefined) return notices.say(t('bulk.exportStopped'));
    const exported = file.end();
    saveFile(exported.name, exported.blob);
    notices.report(exportedSentence(t, exported));
  };
}
