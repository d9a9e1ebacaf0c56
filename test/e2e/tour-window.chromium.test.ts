import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from '../../scripts/browsers/find.ts';
import {
  builtExtension,
  missingForDisplay,
  openDisplay,
  removeFolder,
  temporaryFolder,
  until,
} from '../../scripts/browsers/index.ts';

const openWindow = `
  const { openForUser } = await import(process.argv[1]);
  await openForUser(process.argv[2], process.argv[3]);`;

test.skipIf(missingForDisplay().length > 0)(
  'with a screen, npm start opens a window, reports that the extension responds, and ends on Ctrl-C',
  async () => {
    const display = await openDisplay();
    const data = temporaryFolder('data');
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        openWindow,
        '--',
        resolve('scripts/start/open.ts'),
        findChromium() ?? '',
        builtExtension('chromium'),
      ],
      {
        env: { ...process.env, DISPLAY: display.name, COMMONPLACE_DATA: data },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    try {
      await until('npm start to say that everything is ready', () => output.includes('Ctrl-C to quit'), 60_000);
      expect(output).toContain('Commonplace is in this browser (loaded over the debugging pipe) and responding.');
      expect(output).toContain(`Your memories are stored in ${data}`);
      // A window has the title of the tab in front.
      const windows = () => display.xdotool('search --name ^Welcome').catch(() => '');
      await until('the window with the welcome page in front', async () => (await windows()) !== '', 30_000);
      child.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await display.close();
      removeFolder(data);
    }
  },
);
