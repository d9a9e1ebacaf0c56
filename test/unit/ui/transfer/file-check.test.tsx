import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { formatsIn } from '../../../../src/ui/i18n/formats.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { createBackupsModel } from '../../../../src/ui/transfer/backups.ts';
import { FileCheckPanel } from '../../../../src/ui/transfer/file-check.tsx';
import { standInEngineControl } from '../../../support/engine-control.ts';
import { codecs, collection, memoryOf } from '../../transfer/files.ts';

const ids = ['mem_01m7zh57bfnc9q4nw2t5483yhz', 'mem_01m7zh57bfnc9q4nw2t5483yja'];

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [1, '1 memory (0 in the trash) and 1 collection.'],
  [2, '2 memories (0 in the trash) and 1 collection.'],
])('counts the memories and collections of a checked file (%i)', async (count, counts) => {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const t = translator();
  const host = { saveFile: () => {}, readBackup: async () => new Blob(), addBackup: async () => '' };
  const backups = createBackupsModel({ control: standInEngineControl(), host, notices: createNotices(t), t });
  const memories = ids.slice(0, count).map((id) => memoryOf({ id, collection: collection.id }));
  await backups.checkFile(new File([codecs.own.write(memories) as string], 'backup.jsonl'));
  render(h(FileCheckPanel, { backups, state: { daily: [] }, t, formats: formatsIn('en') }), document.body);
  expect(document.body.textContent).toContain(`The file is complete: ${counts}`);
});
