import { signal } from '@preact/signals';
import { h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchSection } from '../../../../src/ui/settings/search-section.tsx';
import { StorageSection } from '../../../../src/ui/settings/storage-section.tsx';
import { SyncSection } from '../../../../src/ui/settings/sync-section.tsx';
import type { SettingsState } from '../../../../src/ui/settings/state.ts';
import { standInEngineControl, engineState } from '../../../support/engine-control.ts';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { createEngine } from '../../../../src/ui/state/engine.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { createTransfer } from '../../../../src/ui/transfer/state.ts';
import { connectToService } from '../connection.ts';
import { renderSettings } from '../../../support/render-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const notices = createNotices(translator());
const frame = { t: translator(), keys: {}, notices };

/** A section of the settings, with an engine whose state isn't known yet. */
function openSection(Section: () => ReturnType<typeof h>) {
  const control = standInEngineControl();
  const engine = createEngine(control, notices);
  const part = h(FrameContext.Provider, { value: frame as never, children: h(Section, {}) });
  const { root } = renderSettings(part, { engine });
  return { root, control, engine };
}

test.each([
  ['Search', SearchSection as never],
  ['Sync', SyncSection as never],
])('the %s section shows “Loading…”, then an error if the engine can’t be reached', async (_, Section) => {
  const { root, control, engine } = openSection(Section);
  expect(root.textContent).toContain('Loading…');
  control.setFailure(new Error('gone'));
  engine.follow();
  await vi.waitFor(() =>
    expect(root.querySelector('[role=alert]')?.textContent).toContain('Can’t reach your memories'),
  );
  expect(root.textContent).not.toContain('Loading…');
  control.setFailure(undefined);
  root.querySelector<HTMLButtonElement>('[role=alert] button')!.click();
  await vi.waitFor(() => expect(root.querySelector('[role=alert]')).toBeNull());
});

const storageSection = h(FrameContext.Provider, { value: frame as never, children: h(StorageSection, {}) });
const transferOn = () =>
  createTransfer({ client: connectToService().client, notices, t: translator(), host: { saveFile() {} } });

test.each([true, false])('the Storage section disables the import and says why if isReadOnly is %s', (isReadOnly) => {
  const engine = { state: signal(engineState({ isReadOnly })), isUnreachable: signal(false) };
  const { root } = renderSettings(storageSection, {
    engine,
    transfer: transferOn(),
  } as unknown as Partial<SettingsState>);
  expect(root.textContent.includes('can’t open Commonplace’s database')).toBe(isReadOnly);
  expect(root.textContent.includes('Nothing can be imported')).toBe(isReadOnly);
  const choosers = [...root.querySelectorAll('button')].filter(({ textContent }) =>
    textContent.startsWith('Choose a f'),
  );
  expect(choosers.map(({ disabled }) => disabled)).toEqual([isReadOnly, isReadOnly]);
});

test('the Storage section reports an incomplete restore until the user dismisses the report', async () => {
  const at = '2026-11-22T09:00:00.000Z';
  const restored = { at, memories: 3, damaged: false, complete: false, before: { memories: 47, missingChanges: 44 } };
  const control = standInEngineControl(engineState({ restored }));
  const engine = createEngine(control, notices);
  const { root } = renderSettings(storageSection, { engine, transfer: transferOn() });
  engine.follow();
  await vi.waitFor(() => expect(root.textContent).toContain('3 of 47 memories are back'));
  const buttons = [...root.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Dismiss');
  expect(buttons).toHaveLength(1);
  buttons[0]!.click();
  await vi.waitFor(() => expect(root.textContent).not.toContain('memories are back'));
  expect(control.calls).toEqual([`acknowledgeRestored ${at}`]);
  // Control: a later restore is shown.
  control.setState({ restored: { ...restored, at: '2026-11-23T09:00:00.000Z' } });
  await vi.waitFor(() => expect(root.textContent).toContain('3 of 47 memories are back'));
});
