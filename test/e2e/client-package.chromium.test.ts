import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser } from '../../scripts/browsers/index.ts';
import { serve, type Site } from '../../scripts/browsers/serve.ts';
import { startServer, type RunningServer } from '../../scripts/server/start.ts';
import { clientProject } from '../support/client/project.ts';
import { blocksIn } from '../support/repository/blocks.ts';

const quickStart = blocksIn(readFileSync('docs/client.md', 'utf8')).find(({ words }) => words[0] === 'js')!.text;
const expected = 'Room twelve, Lisbon: ask for the back.';

type WithPrinted = typeof globalThis & { printed?: string[] };

describe('the built client package in Chromium', () => {
  let site: Site;
  let server: RunningServer;
  let browser: ChromiumBrowser;
  let folder: string;

  /**
   * The quick start as a module. The server's address and token are in its code, since a browser has no environment
   * variables. `end`: code that runs last, and can read the printed lines from `printed`.
   */
  const program = (end: string) =>
    `const printed = [];\nconsole.log = (text) => printed.push(text);\n${quickStart
      .replace("'@commonplace/client'", "'/client/dist/index.js'")
      .replace(
        'new Commonplace()',
        `new Commonplace(${JSON.stringify({ baseUrl: server.url, token: server.token })})`,
      )}\n${end}`;

  const pages: Record<string, () => [type: string, text: string]> = {
    '/page': () => ['text/html', `<script type="module">${program('globalThis.printed = printed;')}</script>`],
    '/with-worker': () => [
      'text/html',
      `<script>new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => (globalThis.printed = data);</script>`,
    ],
    '/worker.js': () => ['text/javascript', program('postMessage(printed);')],
    '/with-script': () => [
      'text/html',
      `<script src="/client/dist/script.js"></script><script type="module">${program('globalThis.printed = printed;').replace(/^import .*$/m, '')}</script>`,
    ],
  };

  beforeAll(async () => {
    ({ folder } = await clientProject());
    const fileOf = (url: string) => join(folder, 'node_modules/@commonplace', normalize(url));
    site = await serve(({ url = '' }, response) => {
      const isFile = !(url in pages) && existsSync(fileOf(url));
      const [type, text] = isFile
        ? ['text/javascript', readFileSync(fileOf(url), 'utf8')]
        : (pages[url]?.() ?? ['text/plain', '']);
      response.writeHead(text === '' ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(text);
    });
    server = await startServer({ args: ['--allow-origin', site.origin] });
    browser = await launchChromium({ extension: 'scripts/browsers/sample-extension' });
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([server?.stop(), site?.close()]);
  });

  test.each([
    ['a page', '/page'],
    ['a worker', '/with-worker'],
    ['a page that loads the client as a classic script', '/with-script'],
  ])('runs the quick start in %s', async (_, path) => {
    const page = await browser.newPage(site.origin + path);
    await page.waitFor(() => (globalThis as WithPrinted).printed !== undefined);
    expect(await page.evaluate(() => (globalThis as WithPrinted).printed)).toContain(expected);
  });
});
