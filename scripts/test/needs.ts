import { missingForDisplay } from '../browsers/display.ts';
import { obtain } from '../browsers/obtain.ts';
import { obtainPostgres } from '../postgres/obtain.ts';
import { installSystemPackages } from '../browsers/system-packages.ts';
import { say } from '../say.ts';

/** What some tests run in: environment variables that name it, or why it can't be had. */
export type Need = { env: Record<string, string> } | { missing: string };

/** Chromium or Firefox, found or got. */
export const needBrowser = (which: 'chromium' | 'firefox'): Promise<Need> =>
  need(`COMMONPLACE_${which.toUpperCase()}`, () => obtain(which, { say, prefer: 'packages' }));

/** PostgreSQL with pgvector, found or got. */
export const needPostgres = (): Promise<Need> => need('COMMONPLACE_POSTGRES', async () => obtainPostgres(say));

async function need(variable: string, get: () => Promise<string>): Promise<Need> {
  try {
    return { env: { [variable]: await get() } };
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
    say(`Skipping tests with a real mouse: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
