import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { formatsIn } from '../../../../src/ui/i18n/formats.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { createBackupsModel } from '../../../../src/ui/transfer/backups.ts';
import { BackupsPanel } from '../../../../src/ui/transfer/backups-panel.tsx';
import { standInEngineControl } from '../../../support/engine-control.ts';
import { popupOn } from '../popup/screen.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks before a restore is undone', async () => {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const t = translator();
  const control = standInEngineControl();
  const host = { saveFile: () => {}, readBackup: async () => new Blob(), addBackup: async () => '' };
  const backups = createBackupsModel({ control, host, notices: createNotices(t), t });
  const undo = { name: 'undo', kind: 'undo' as const, at: '2026-11-22T10:00:00.000Z', memories: 2 };
  const panel = h(BackupsPanel, { backups, state: { daily: [], undo }, t, formats: formatsIn('en') });
  render(h(FrameContext.Provider, { value: popupOn(undefined), children: panel }), document.body);
  const press = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo the restore')!.click();
  press();
  await vi.waitFor(() => expect(document.body.textContent).toContain('Memories saved since then move to the trash.'));
  expect(control.calls).toEqual([]);
  press();
  await vi.waitFor(() => expect(control.calls).toEqual(['undoRestore']));
  render(null, document.body);
});
