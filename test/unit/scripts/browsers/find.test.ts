import { describe, expect, test } from 'vitest';
import { findChromium, findFirefox } from '../../../../scripts/browsers/find.ts';

const machine = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...files: string[]) => ({
  platform,
  env,
  exists: (path: string) => files.includes(path),
});

describe('finding a browser', () => {
  test.each([
    ['on the PATH', machine('linux', { PATH: '/opt/bin:/bin' }, '/opt/bin/google-chrome'), '/opt/bin/google-chrome'],
    ['as a snap', machine('linux', { PATH: '' }, '/snap/bin/chromium'), '/snap/bin/chromium'],
    [
      'for all users of a Mac',
      machine('darwin', { HOME: '/Users/a' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    [
      'for one user of a Mac',
      machine('darwin', { HOME: '/Users/a' }, '/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium'),
      '/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    [
      'on Windows',
      machine(
        'win32',
        { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' },
        'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
      ),
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ],
    ['nowhere', machine('linux', { PATH: '/bin' }), undefined],
  ])('%s', (_, where, found) => {
    expect(findChromium(where)).toBe(found);
  });

  test('prefers Chromium to branded Chrome, which can’t load an extension from its command line', () => {
    expect(findChromium(machine('linux', { PATH: '/bin' }, '/bin/google-chrome', '/bin/chromium'))).toBe(
      '/bin/chromium',
    );
  });

  test('prefers an environment variable to any installed browser', () => {
    expect(
      findChromium(
        machine(
          'linux',
          { PATH: '/bin', COMMONPLACE_CHROMIUM: '/mine', CHROME_PATH: '/other' },
          '/bin/chromium',
          '/mine',
        ),
      ),
    ).toBe('/mine');
    expect(findFirefox(machine('linux', { PATH: '/bin', COMMONPLACE_FIREFOX: '/mine' }, '/bin/firefox', '/mine'))).toBe(
      '/mine',
    );
  });

  test('rejects an environment variable that names no file', () => {
    expect(() =>
      findChromium(machine('linux', { PATH: '/bin', COMMONPLACE_CHROMIUM: '/gone' }, '/bin/chromium')),
    ).toThrow('COMMONPLACE_CHROMIUM names a browser that doesn’t exist: /gone');
  });
});
