import { spawnSync } from 'node:child_process';

export type Wanted = 'chromium' | 'firefox' | 'display';

interface Manager {
  command: string;
  prepare?: string[];
  install: string[];
  packages: Record<Wanted, string[]>;
}

const managers: Manager[] = [
  {
    command: 'apt-get',
    prepare: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends'],
    packages: { chromium: ['chromium'], firefox: ['firefox-esr'], display: ['xvfb', 'xdotool', 'openbox'] },
  },
  {
    command: 'dnf',
    install: ['install', '-y', '-q'],
    packages: { chromium: ['chromium'], firefox: ['firefox'], display: ['xorg-x11-server-Xvfb', 'xdotool', 'openbox'] },
  },
  {
    command: 'pacman',
    install: ['-Sy', '--noconfirm', '--needed'],
    packages: { chromium: ['chromium'], firefox: ['firefox'], display: ['xorg-server-xvfb', 'xdotool', 'openbox'] },
  },
];

/** Runs a command; replaced in tests. */
export type RunCommand = (command: string, args: string[]) => { ok: boolean; output: string };

const runCommand: RunCommand = (command, args) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { ok: status === 0, output: [stdout, stderr, error?.message].filter(Boolean).join('\n') };
};

/**
 * Installs packages with the system's package manager. Throws if that fails. Needs root, or a sudo that asks for no
 * password.
 */
export function installSystemPackages(
  wanted: Wanted[],
  say: (sentence: string) => void,
  run: RunCommand = runCommand,
  isRoot: boolean = process.getuid?.() === 0,
): void {
  const manager = managers.find(({ command }) => run(command, ['--version']).ok);
  if (manager === undefined) throw new Error('no known package manager was found');
  if (!isRoot && !run('sudo', ['-n', 'true']).ok)
    throw new Error(`${manager.command} needs root, and sudo asks for a password`);
  const names = wanted.flatMap((name) => manager.packages[name]);
  say(`Installing ${names.join(', ')} with ${manager.command}.`);
  for (const args of [manager.prepare, [...manager.install, ...names]]) {
    if (args === undefined) continue;
    const { ok, output } = isRoot ? run(manager.command, args) : run('sudo', ['-n', manager.command, ...args]);
    if (!ok) throw new Error(`\`${manager.command} ${args.join(' ')}\` failed:\n${output.trim()}`);
  }
}
