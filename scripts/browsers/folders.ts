import { homedir } from 'node:os';
import { join } from 'node:path';

const { platform, env } = process;
const appData = (fallback: string) => env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', fallback);

/** The folder of downloads, such as browsers. All checkouts share this folder. */
export function cacheFolder(): string {
  if (platform === 'win32') return join(appData('Local'), 'Commonplace', 'Cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Commonplace');
  return join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'commonplace');
}

/** The folder with the browser profile of `npm start` and the server's data. COMMONPLACE_DATA overrides it. */
export function dataFolder(): string {
  if (env['COMMONPLACE_DATA']) return env['COMMONPLACE_DATA'];
  if (platform === 'win32') return join(appData('Local'), 'Commonplace', 'Data');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Commonplace');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'commonplace');
}
