import { expect, it } from 'vitest';
import { isFirstInstall } from '../../../src/extension/welcome.ts';

it.each([
  ['install', 'normal', true],
  ['install', 'admin', true],
  ['install', 'development', false],
  ['update', 'normal', false],
  ['browser_update', 'normal', false],
])('opens the welcome page after “%s” if the install type is “%s”: %s', (reason, installType, opens) => {
  expect(isFirstInstall(reason, installType)).toBe(opens);
});
