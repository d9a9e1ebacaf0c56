import { spawnSync } from 'node:child_process';
import { download, findDownloaded, type Downloadable } from './download.ts';
import { findChromium, findFirefox } from './find.ts';
import { installSystemPackages } from './system-packages.ts';

export interface Way {
  name: string;
  /** Returns the executable; undefined if there is none this way. May throw. */
  take(): Promise<string | undefined>;
}

export interface ObtainOptions {
  say: (sentence: string) => void;
  /** The way to try first if no installed or downloaded browser runs. */
  prefer: 'download' | 'packages';
}

/** The executable of a browser that runs here: installed, downloaded earlier, or obtained now. Throws if all fail. */
export async function obtain(which: Downloadable, { say, prefer }: ObtainOptions): Promise<string> {
  const find = which === 'chromium' ? findChromium : findFirefox;
  const installed = find();
  const existing: Way[] = [
    { name: 'the installed programs', take: () => Promise.resolve(installed) },
    { name: 'an earlier download', take: () => findDownloaded(which) },
  ];
  const downloading: Way = {
    name: 'a download',
    take: () => {
      say(`Downloading ${which === 'chromium' ? 'Chrome for Testing' : 'Firefox'}. This happens once.`);
      return download(which);
    },
  };
  const packages: Way = {
    name: "the system's packages",
    take: () => {
      if (process.platform !== 'linux') return Promise.resolve(undefined);
      installSystemPackages([which], say);
      return Promise.resolve(find());
    },
  };
  return firstThatRuns(
    which,
    [...existing, ...(prefer === 'download' ? [downloading, packages] : [packages, downloading])],
    say,
  );
}

/** Tries ways in order. Returns the first executable for which `runs` returns true. */
export async function firstThatRuns(
  which: string,
  ways: Way[],
  say: (sentence: string) => void,
  runs: (executable: string) => boolean = runsHere,
): Promise<string> {
  const reasons: string[] = [];
  for (const way of ways) {
    try {
      const executable = await way.take();
      if (executable === undefined) continue;
      if (runs(executable)) return executable;
      reasons.push(`${way.name}: ${executable} does not run here`);
    } catch (error) {
      reasons.push(`${way.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    say(`No browser from ${reasons.at(-1)}.`);
  }
  throw new Error(
    `Couldn’t get ${which} on this machine.\n${reasons.map((reason) => `- ${reason}`).join('\n')}\nInstall one. If it isn’t found, set COMMONPLACE_${which.toUpperCase()} to the path of its executable.`,
  );
}

/**
 * `--version` fails, for example, if system libraries are missing. On Windows, `--version` would open a window, so
 * nothing is checked there.
 */
const runsHere = (executable: string) =>
  process.platform === 'win32' || spawnSync(executable, ['--version'], { timeout: 30_000 }).status === 0;
