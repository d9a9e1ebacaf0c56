import { missingForDisplay } from '../../test/support/browsers/display.ts';
import { obtain } from '../browsers/obtain.ts';
import { installSystemPackages } from '../browsers/system-packages.ts';
import { say } from '../say.ts';

/** What the end-to-end tests run in: environment variables that name it, or why it can't be had. */
export type Need = { env: Record<string, string> } | { missing: string };

/** Chromium or Firefox, found or got. */
export async function needBrowser(which: 'chromium' | 'firefox'): Promise<Need> {
  try {
    return { env: { [`COMMONPLACE_${which.toUpperCase()}`]: await obtain(which, { say, prefer: 'packages' }) } };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

/** The virtual screen. Tests that need it ask for it themselves and say when it is missing. */
export function needDisplay(): void {
  if (process.platform !== 'linux' || missingForDisplay().length === 0) return;
  try {
    installSystemPackages(['display'], say);
  } catch (error) {
    say(`Tests with a real mouse will be left out: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
