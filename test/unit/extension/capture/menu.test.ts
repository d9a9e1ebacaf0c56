import { expect, test } from 'vitest';
import { menuText } from '../../../../src/extension/capture/menu.ts';

test.each([
  ['50 % off', '50 % off'],
  ['R&D', 'R&&D'],
  ['100%sure', '100%\u2060sure'],
])('the menu shows the collection name “%s” as it is', (name, written) => {
  expect(menuText(name)).toBe(written);
});
