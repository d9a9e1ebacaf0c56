import { signal } from '@preact/signals';
import { Window } from 'happy-dom';
import { h, render, type ComponentChild } from 'preact';
import { vi } from 'vitest';
import type { SyncCommand } from '../../src/lib/sync.ts';
import { agoIn } from '../../src/ui/i18n/ago.ts';
import { formatsIn } from '../../src/ui/i18n/formats.ts';
import { translator } from '../../src/ui/i18n/translator.ts';
import { SettingsContext } from '../../src/ui/settings/context.ts';
import type { SettingsState } from '../../src/ui/settings/state.ts';

/**
 * Renders a part of the settings, and records the commands that it sends to sync. Replaces the global `document`: call
 * `vi.unstubAllGlobals` after the test.
 */
export function renderSettings(
  part: ComponentChild,
  more: Partial<SettingsState> = {},
): { root: HTMLElement; sent: SyncCommand[] } {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const sent: SyncCommand[] = [];
  const t = translator();
  const settings = {
    t,
    formats: formatsIn('en'),
    ago: agoIn(t, 'en'),
    sync: {
      collections: signal([
        { id: 'col_1', name: 'Recipes' },
        { id: 'col_2', name: 'Work' },
      ]),
      isAllowed: signal(true),
      takesFocus: () => false,
      readCollections: async () => {},
      send: async (command: SyncCommand) => void sent.push(command),
    },
    engine: { state: signal(undefined), isUnreachable: signal(false) },
    sites: {},
    ...more,
  } as unknown as SettingsState;
  const root = document.createElement('div') as unknown as HTMLElement;
  document.body.append(root as never);
  render(h(SettingsContext.Provider, { value: settings, children: part }), root);
  return { root, sent };
}
