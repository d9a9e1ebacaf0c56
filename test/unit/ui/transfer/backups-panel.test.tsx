import { h, render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { formatsIn } from '../../../../src/ui/i18n/formats.ts';
import { BackupsPanel } from '../../../../src/ui/transfer/backups-panel.tsx';
import { standInEngineControl } from '../../../support/engine-control.ts';
import { popupOn } from '../popup/screen.ts';
import { backupsOn } from './backups-on.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('asks before a restore is undone', async () => {
  const control = standInEngineControl();
  const { document, t, backups } = backupsOn(control);
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
