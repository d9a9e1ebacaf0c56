import puppeteer, { type Browser } from 'puppeteer-core';
import { answeringExtension } from './answering-extension.ts';
import { sandboxArguments } from './sandbox.ts';

export interface ChromiumLaunch {
  executable: string;
  profile: string;
  extension: string;
  headless: boolean;
  arguments?: string[];
  env?: Record<string, string>;
  /** puppeteer's switches to omit. */
  without?: string[];
  answerMs?: number;
}

export interface Launched {
  browser: Browser;
  id: string;
  /** How the extension was loaded: by a command over the debugging pipe or by a flag on the command line. */
  way: 'pipe' | 'flag';
}

const commonArguments = ['--disable-gpu', '--disable-quic', '--disable-component-update', '--window-size=1200,900'];

/** A headless screen is 800 × 600 by default, too small for the popup. */
const headlessScreen = '--screen-info={1600x1200}';

/**
 * Starts a browser of the Chromium family with the extension. Throws if the extension doesn't respond. The browser ends
 * with this process, even if this process is killed.
 *
 * First tries a command over the debugging pipe: branded Chrome ignores the flag `--load-extension` since version 137.
 * Then tries the flag, since some browsers reject the command.
 */
export async function launchWithExtension(launch: ChromiumLaunch): Promise<Launched> {
  const browser = await start(launch, []);
  const refused = await browser.installExtension(launch.extension).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const id = refused === undefined ? await answeringExtension(browser, launch.extension, launch.answerMs) : undefined;
  if (id !== undefined) return { browser, id, way: 'pipe' };
  await browser.close();
  return viaFlag(launch, refused ?? 'the extension did not answer');
}

async function viaFlag(launch: ChromiumLaunch, refused: string): Promise<Launched> {
  const browser = await start(launch, [
    `--load-extension=${launch.extension}`,
    '--disable-features=DisableLoadExtensionCommandLineSwitch',
  ]);
  const id = await answeringExtension(browser, launch.extension, launch.answerMs);
  if (id !== undefined) return { browser, id, way: 'flag' };
  await browser.close();
  throw new Error(
    `${launch.executable} can’t load the extension, neither over the debugging pipe (${refused}) nor from its command line (it ignored the flag). Set COMMONPLACE_CHROMIUM to another browser, such as Chromium.`,
  );
}

/** On Ubuntu, for example, a downloaded browser can't set up its sandbox. */
const noSandbox =
  'The browser could not set up its sandbox on this system. Install Chromium or Chrome with your package manager, or set COMMONPLACE_NO_SANDBOX=1 to run it without a sandbox.';

const start = (
  { executable, profile, headless, arguments: more = [], env, without = [] }: ChromiumLaunch,
  flags: string[],
): Promise<Browser> =>
  puppeteer
    .launch({
      executablePath: executable,
      userDataDir: profile,
      headless,
      pipe: true,
      enableExtensions: true,
      defaultViewport: null,
      handleSIGINT: false,
      ignoreDefaultArgs: without,
      env: { ...process.env, ...env },
      args: [...sandboxArguments(), ...commonArguments, ...(headless ? [headlessScreen] : []), ...flags, ...more],
    })
    .catch((error: unknown) => {
      throw String(error).includes('No usable sandbox') ? new Error(noSandbox, { cause: error }) : error;
    });
