import { Window } from 'happy-dom';
import { vi } from 'vitest';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { createBackupsModel } from '../../../../src/ui/transfer/backups.ts';
import { standInEngineControl } from '../../../support/engine-control.ts';

/** The state of a backups panel, and a page for it. Replaces the global `document` until `vi.unstubAllGlobals`. */
export function backupsOn(control = standInEngineControl()) {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const t = translator();
  const host = { saveFile: () => {}, readBackup: async () => new Blob(), addBackup: async () => '' };
  return { document, t, backups: createBackupsModel({ control, host, notices: createNotices(t), t }) };
}
