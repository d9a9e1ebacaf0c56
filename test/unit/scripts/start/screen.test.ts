import { expect, test } from 'vitest';
import { hasScreen, lacksScreen } from '../../../../scripts/start/screen.ts';

test.each([
  ['Windows', true, hasScreen('win32', {})],
  ['macOS', true, hasScreen('darwin', {})],
  ['Linux under X', true, hasScreen('linux', { DISPLAY: ':0' })],
  ['Linux under Wayland', true, hasScreen('linux', { WAYLAND_DISPLAY: 'wayland-0' })],
  ['Linux without X or Wayland', false, hasScreen('linux', { DISPLAY: '' })],
])('hasScreen on %s is %s', (_, expected, found) => {
  expect(found).toBe(expected);
});

test('lacksScreen tells a missing screen from another failure', () => {
  expect(lacksScreen(new Error('Missing X server to start the headful browser.'))).toBe(true);
  expect(lacksScreen(new Error('The browser is already running'))).toBe(false);
});
