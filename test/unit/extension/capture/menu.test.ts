import { expect, test } from 'vitest';
import { menuText } from '../../../../src/extension/capture/menu.ts';

test.each([
  ['50 % off', '50 % off'],
  ['R&D', 'R&&D'],
  ['100%sure', '100%\u2060sure'],
])('escapes the collection name “%s” so that the menu shows it unchanged', (name, written) => {
  expect(menuText(name)).toBe(written);
});
