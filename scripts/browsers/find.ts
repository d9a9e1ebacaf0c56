import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** Where to look for a browser; replaced in tests. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  exists: (path: string) => boolean;
}

const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync };

interface BrowserNames {
  /** Environment variables that name an executable, in order of precedence. */
  variables: string[];
  /** Commands on the PATH, in /usr/bin or in /snap/bin (Linux). */
  commands: string[];
  /** Paths below an Applications folder (macOS). */
  applications: string[];
  /** Paths below a Program Files folder or LOCALAPPDATA (Windows). */
  programs: string[];
}

/** Unbranded Chromium comes first, because it accepts `--load-extension`, which branded Chrome ignores. */
const chromium: BrowserNames = {
  variables: ['COMMONPLACE_CHROMIUM', 'PUPPETEER_EXECUTABLE_PATH', 'CHROME_PATH', 'CHROME_BIN', 'CHROMIUM'],
  commands: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
    'brave-browser',
    'vivaldi-stable',
  ],
  applications: [
    'Chromium.app/Contents/MacOS/Chromium',
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    'Brave Browser.app/Contents/MacOS/Brave Browser',
  ],
  programs: [
    'Chromium\\Application\\chrome.exe',
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
    'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  ],
};

const firefox: BrowserNames = {
  variables: ['COMMONPLACE_FIREFOX', 'FIREFOX_BIN', 'FIREFOX'],
  commands: ['firefox-esr', 'firefox'],
  applications: ['Firefox.app/Contents/MacOS/firefox'],
  programs: ['Mozilla Firefox\\firefox.exe'],
};

/**
 * The executable of a browser of the Chromium family; undefined if there is none. An environment variable wins over
 * installed browsers. Throws if the variable names a browser that doesn’t exist.
 */
export const findChromium = (machine?: Partial<Machine>): string | undefined =>
  find(chromium, { ...thisMachine, ...machine });

/** Like {@link findChromium}, for Firefox. */
export const findFirefox = (machine?: Partial<Machine>): string | undefined =>
  find(firefox, { ...thisMachine, ...machine });

function find(names: BrowserNames, machine: Machine): string | undefined {
  const variable = names.variables.find((name) => machine.env[name]);
  if (variable !== undefined) {
    const path = machine.env[variable] ?? '';
    if (!machine.exists(path))
      throw new Error(`The environment variable ${variable} names a browser that doesn’t exist: ${path}`);
    return path;
  }
  return candidatePaths(names, machine).find((path) => machine.exists(path));
}

function candidatePaths(names: BrowserNames, { platform, env }: Machine): string[] {
  const joinAll = (folders: (string | undefined)[], ends: string[], join: typeof posix.join) =>
    ends.flatMap((end) =>
      folders.filter((folder) => folder !== undefined && folder !== '').map((folder) => join(folder ?? '', end)),
    );
  if (platform === 'win32') {
    return joinAll([env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']], names.programs, win32.join);
  }
  if (platform === 'darwin')
    return joinAll(['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')], names.applications, posix.join);
  return joinAll([...(env['PATH'] ?? '').split(':'), '/usr/bin', '/snap/bin'], names.commands, posix.join);
}
