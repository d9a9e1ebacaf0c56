import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { expect, test, vi } from 'vitest';
import { ScreenContext, type Screen } from '../../../../src/ui/components/screen.ts';
import { Empty } from '../../../../src/ui/popup/empty.tsx';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import type { View } from '../../../../src/ui/state/view.ts';

test('a popup without memories says that everything stays on this device only while no server is connected', () => {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const view = { memories: [], neverSaved: true } as unknown as View;
  const textOf = (isLocal: boolean) => {
    const root = document.createElement('div');
    const empty = h(Empty, { view, shortcut: 'Ctrl+Shift+K', isLocal, clear: () => {} });
    render(h(ScreenContext.Provider, { value: { t: translator() } as unknown as Screen, children: empty }), root);
    return root.textContent;
  };
  expect(textOf(true)).toContain('everything stays on this device');
  expect(textOf(false)).not.toContain('everything stays on this device');
  expect(textOf(false)).toContain('Ctrl+Shift+K');
  vi.unstubAllGlobals();
});
