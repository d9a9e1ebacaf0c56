import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

/** `node scripts/icons.ts CHROMIUM` renders the icon's SVG as PNGs. CHROMIUM: the path of a Chromium. */
const folder = new URL('../public/icon/', import.meta.url);
const picture = await readFile(new URL('commonplace.svg', folder), 'utf8');
const executablePath = process.argv[2];
if (executablePath === undefined) throw new Error('Give the path of a Chromium.');

const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const size of [16, 32, 48, 128]) {
  await page.setViewport({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${picture}`);
  await page.screenshot({ path: fileURLToPath(new URL(`${size}.png`, folder)), omitBackground: true });
}
await browser.close();
