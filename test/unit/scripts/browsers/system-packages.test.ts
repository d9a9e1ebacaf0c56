import { describe, expect, test } from 'vitest';
import { installSystemPackages, type RunCommand } from '../../../../scripts/browsers/system-packages.ts';

/** A machine on which exactly the commands that begin with one of `works` succeed. */
function machine(...works: string[]): { run: RunCommand; asked: string[] } {
  const asked: string[] = [];
  const run: RunCommand = (command, given) => {
    const line = [command, ...given].join(' ');
    asked.push(line);
    return { ok: works.some((start) => line.startsWith(start)), output: `${line}: no` };
  };
  return { run, asked };
}

describe("asking the system's package manager", () => {
  test('as root, with the names that this manager uses', () => {
    const { run, asked } = machine('dnf');
    const said: string[] = [];
    installSystemPackages(['chromium', 'display'], (sentence) => said.push(sentence), run, true);
    expect(said).toEqual(['Installing chromium, xorg-x11-server-Xvfb, xdotool, openbox with dnf.']);
    expect(asked.at(-1)).toBe('dnf install -y -q chromium xorg-x11-server-Xvfb xdotool openbox');
  });

  test('by sudo where it asks for no password', () => {
    const { run, asked } = machine('apt-get', 'sudo');
    installSystemPackages(['firefox'], () => undefined, run, false);
    expect(asked.slice(-2)).toEqual([
      'sudo -n apt-get update -qq',
      'sudo -n apt-get install -y -qq --no-install-recommends firefox-esr',
    ]);
  });

  test.each([
    ['no manager', machine(), 'no known package manager was found'],
    ['a password', machine('apt-get'), 'apt-get needs root, and sudo asks for a password'],
    [
      'a failing installation',
      machine('apt-get --version', 'sudo -n true', 'sudo -n apt-get update'),
      'apt-get install -y -qq --no-install-recommends chromium` failed:\nsudo -n apt-get install',
    ],
  ])('says why not: %s', (_, { run }, reason) => {
    expect(() => installSystemPackages(['chromium'], () => undefined, run, false)).toThrow(reason);
  });
});
