import { describe, expect, test } from 'vitest';
import { installSystemPackages, type RunCommand } from '../../../../scripts/browsers/system-packages.ts';

/** A machine on which only commands that start with one of `works` succeed. */
function machine(...works: string[]): { run: RunCommand; commands: string[] } {
  const commands: string[] = [];
  const run: RunCommand = (command, args) => {
    const line = [command, ...args].join(' ');
    commands.push(line);
    return { ok: works.some((start) => line.startsWith(start)), output: `${line}: no` };
  };
  return { run, commands };
}

describe('installing system packages', () => {
  test('as root, installs each package under its name in the package manager', () => {
    const { run, commands } = machine('dnf');
    const said: string[] = [];
    installSystemPackages(['chromium', 'display'], (sentence) => said.push(sentence), run, true);
    expect(said).toEqual(['Installing chromium, xorg-x11-server-Xvfb, xdotool, openbox with dnf.']);
    expect(commands.at(-1)).toBe('dnf install -y -q chromium xorg-x11-server-Xvfb xdotool openbox');
  });

  test('uses a sudo that needs no password', () => {
    const { run, commands } = machine('apt-get', 'sudo');
    installSystemPackages(['firefox'], () => undefined, run, false);
    expect(commands.slice(-2)).toEqual([
      'sudo -n apt-get update -qq',
      'sudo -n apt-get install -y -qq --no-install-recommends firefox-esr',
    ]);
  });

  test.each([
    ['no package manager', machine(), 'no known package manager was found'],
    ['a sudo that needs a password', machine('apt-get'), 'apt-get needs root, and sudo asks for a password'],
    [
      'a failing installation',
      machine('apt-get --version', 'sudo -n true', 'sudo -n apt-get update'),
      'apt-get install -y -qq --no-install-recommends chromium` failed:\nsudo -n apt-get install',
    ],
  ])('throws the reason: %s', (_, { run }, reason) => {
    expect(() => installSystemPackages(['chromium'], () => undefined, run, false)).toThrow(reason);
  });
});
