import { obtain } from '../browsers/obtain.ts';
import { say } from '../say.ts';
import { runTool } from '../tool.ts';
import { takeTour } from '../tour/tour.ts';
import { openForUser } from './open.ts';
import { hasScreen, lacksScreen } from './screen.ts';

const extension = '.output/chrome-mv3';

/** Returns false if there is no screen. */
async function openWindow(executable: string): Promise<boolean> {
  if (!hasScreen()) return false;
  try {
    await openForUser(executable, extension);
    return true;
  } catch (error) {
    if (lacksScreen(error)) return false;
    throw error;
  }
}

async function main(): Promise<void> {
  say('Building the extension.');
  if ((await runTool('wxt', ['build', '--level', 'warn'])) !== 0) throw new Error('The extension could not be built.');
  const executable = await obtain('chromium', { say, prefer: 'download' });
  say(`The browser is ${executable}.`);
  if (process.argv.includes('--tour')) say('Tour: trying Commonplace in a headless browser.');
  else if (await openWindow(executable)) return;
  else say('No display found, so the tour runs in a headless browser.');
  await takeTour(executable, extension);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
