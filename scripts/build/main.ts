import { buildPage } from '../page/build.ts';
import { runTool } from '../tool.ts';

/*
 * npm run build builds the extension for both browsers, and the server's page.
 * npm run zip packs the extension and its sources for the stores.
 */
const command = process.argv[2] === 'zip' ? 'zip' : 'build';
const env = command === 'zip' ? { COMMONPLACE_FOR_STORES: 'yes' } : {};

for (const browser of [[], ['-b', 'firefox', '--mv3']]) {
  const exitCode = await runTool('wxt', [command, ...browser], env);
  if (exitCode !== 0) process.exit(exitCode);
}
if (command === 'build') await buildPage();
