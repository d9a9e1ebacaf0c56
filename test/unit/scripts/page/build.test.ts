import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildPage } from '../../../../scripts/page/build.ts';
import { removeFolder, temporaryFolder } from '../../../../scripts/browsers/temporary.ts';

it('builds the page once, and again if a source differs from its recorded hash', async () => {
  const root = temporaryFolder('page-build');
  onTestFinished(() => removeFolder(root));
  const folder = join(root, 'page');
  expect([await buildPage(folder), await buildPage(folder)]).toEqual([true, false]);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readdirSync(join(folder, 'assets'));
  expect(assets.every((name) => /-[\w-]{8}\.(js|css|png)$/.test(name))).toBe(true);
  // The page names the files that it loads at once. The scripts name the files that they load later.
  const scripts = assets
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, 'assets', name), 'utf8'));
  expect(assets.filter((name) => ![html, ...scripts].some((text) => text.includes(name)))).toEqual([]);
  expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  const sources = readFileSync(join(folder, 'sources.txt'), 'utf8');
  expect(sources).toContain(' src/ui/library/library.tsx');

  appendFileSync(join(folder, 'sources.txt'), 'of-yore src/server/page/main.tsx\n');
  expect([await buildPage(folder), readFileSync(join(folder, 'sources.txt'), 'utf8')]).toEqual([true, sources]);
  expect(readdirSync(root)).toEqual(['page']);
});
