import { missingForDisplay } from '../browsers/display.ts';
import { obtain } from '../browsers/obtain.ts';
import { obtainPostgres } from '../postgres/obtain.ts';
import { interpreters, requireInterpreter } from '../python/interpreters.ts';
import { obtainPythonPackages } from '../python/obtain.ts';
import { installSystemPackages } from '../browsers/system-packages.ts';
import { say } from '../say.ts';

/** A program that some tests need: the environment variables with its location, or why it is missing. */
export type Need = { env: Record<string, string> } | { missing: string };

export const needBrowser = (which: 'chromium' | 'firefox'): Promise<Need> =>
  need(`COMMONPLACE_${which.toUpperCase()}`, () => obtain(which, { say, prefer: 'packages' }));

export const needPostgres = (): Promise<Need> => need('COMMONPLACE_POSTGRES', async () => obtainPostgres(say));

/** Finds Python. Finds or downloads the packages that build and test our package. */
export function needPython(): Need {
  try {
    const found = requireInterpreter();
    return {
      env: {
        COMMONPLACE_PYTHON: found.program,
        COMMONPLACE_PYTHON_PACKAGES: obtainPythonPackages(found, say),
        COMMONPLACE_PYTHONS: JSON.stringify(oldestAndNewest()),
      },
    };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}

function oldestAndNewest(): string[] {
  const minor = (version: string) => Number(version.split('.')[1]);
  const sorted = interpreters().toSorted((one, other) => minor(one.version) - minor(other.version));
  return [...new Set([sorted[0]!.program, sorted.at(-1)!.program])];
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function need(variable: string, get: () => Promise<string>): Promise<Need> {
  try {
    return { env: { [variable]: await get() } };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}

/** Installs the virtual screen if possible. Each test that needs it checks whether it exists. */
export function tryToInstallDisplay(): void {
  if (process.platform !== 'linux' || missingForDisplay().length === 0) return;
  try {
    installSystemPackages(['display'], say);
  } catch (error) {
    say(`Skipping tests that need a screen and real mouse events: ${reasonOf(error)}.`);
  }
}
