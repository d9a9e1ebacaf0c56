import { expect, test } from 'vitest';
import { hasScreen, lacksScreen } from '../../../../scripts/start/screen.ts';

test.each([
  ['Windows', hasScreen('win32', {}), true],
  ['macOS', hasScreen('darwin', {}), true],
  ['Linux under X', hasScreen('linux', { DISPLAY: ':0' }), true],
  ['Linux under Wayland', hasScreen('linux', { WAYLAND_DISPLAY: 'wayland-0' }), true],
  ['Linux without either', hasScreen('linux', { DISPLAY: '' }), false],
])('a screen on %s', (_, found, expected) => {
  expect(found).toBe(expected);
});

test('lacksScreen recognises a missing screen among other failures', () => {
  expect(lacksScreen(new Error('Missing X server to start the headful browser.'))).toBe(true);
  expect(lacksScreen(new Error('The browser is already running'))).toBe(false);
});
