import { obtain } from '../browsers/obtain.ts';
import { say } from '../say.ts';
import { runTool } from '../tool.ts';
import { takeTour } from '../tour/tour.ts';
import { openForPerson } from './open.ts';
import { hasScreen } from './screen.ts';

const extension = '.output/chrome-mv3';

async function main(): Promise<void> {
  if ((await runTool('wxt', ['build'])) !== 0) throw new Error('The extension could not be built.');
  const executable = await obtain('chromium', { say, prefer: 'download' });
  say(`The browser is ${executable}.`);
  const wished = process.argv.includes('--tour');
  if (!wished && hasScreen()) return openForPerson(executable, extension);
  say(wished ? 'The tour: a browser without a window tries Commonplace out.' : 'There is no screen here to open a window on, so a browser without a window tries Commonplace out.');
  await takeTour(executable, extension);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
