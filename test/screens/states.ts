import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import type { ChromiumBrowser, ChromiumPage } from '../../scripts/browsers/index.ts';

const folder = join('docs', 'images', 'ui');

/** The window’s size, and the user’s preferences, for one picture of a state. */
export interface Variant {
  width: number;
  height: number;
  theme?: 'light' | 'dark';
  /** Media features besides the theme, such as `forced-colors`. */
  features?: { name: string; value: string }[];
  dir?: 'rtl';
}

/** The default pictures of a state: wide and light, narrow and dark. */
export const usualVariants: Variant[] = [
  { width: 1440, height: 900 },
  { width: 320, height: 900, theme: 'dark' },
];

/** Extreme conditions for a screen. A zoom of 200 % halves the window's size. */
export const variants: Record<string, Variant[]> = {
  zoom: [{ width: 720, height: 450 }],
  rtl: [
    { width: 1440, height: 900, dir: 'rtl' },
    { width: 320, height: 900, dir: 'rtl' },
  ],
  contrast: [
    { width: 1440, height: 900, features: [{ name: 'forced-colors', value: 'active' }] },
    { width: 320, height: 900, theme: 'dark', features: [{ name: 'forced-colors', value: 'active' }] },
  ],
};

/**
 * Returns a function that takes a picture of a page in each variant and writes the pictures, side by side, to one file
 * for docs/ui.md. It logs an error if the page is wider than its window.
 */
export function statePictures(browser: ChromiumBrowser) {
  /** `part`: the selector of an element to scroll to the top. */
  return async (page: ChromiumPage, name: string, wanted: Variant[] = usualVariants, part?: string): Promise<void> => {
    const shots: string[] = [];
    for (const variant of wanted) shots.push(await shoot(page, name, variant, part));
    await writeSheet(browser, name, shots);
    await page.puppeteer.bringToFront();
  };
}

/** Writes pictures (PNG in base64), scaled to `height` and side by side, to one file in docs/images/ui. */
export async function writeSheet(browser: ChromiumBrowser, name: string, shots: string[], height = 450): Promise<void> {
  const sheet = await browser.newPage('about:blank');
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('');
  await sheet.puppeteer.setContent(
    `<!doctype html><body style="margin:0;display:flex;gap:12px;width:max-content;background:#8a8271">${images}<style>img{height:${height}px;display:block}</style>`,
  );
  const size = await sheet.evaluate(() => [document.body.offsetWidth, document.body.offsetHeight] as const);
  await sheet.puppeteer.setViewport({ width: size[0], height: size[1] });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${name}.webp`),
    await sheet.puppeteer.screenshot({
      type: 'webp',
      quality: 70,
      clip: { x: 0, y: 0, width: size[0], height: size[1] },
    }),
  );
  await sheet.close();
}

async function apply(
  page: ChromiumPage,
  session: CDPSession,
  { width, height, theme = 'light', features = [], dir }: Variant,
): Promise<void> {
  await page.puppeteer.setViewport({ width, height, deviceScaleFactor: 1 });
  await session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: theme }, ...features],
  });
  await page.evaluate((direction) => void (document.documentElement.dir = direction), dir ?? 'ltr');
  await page.puppeteer.bringToFront();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
}

async function shoot(page: ChromiumPage, name: string, variant: Variant, part?: string): Promise<string> {
  const session = await page.puppeteer.createCDPSession();
  await apply(page, session, variant);
  if (part !== undefined) await page.evaluate((selector) => document.querySelector(selector)?.scrollIntoView(), part);
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (pageWidth > variant.width) console.error(`${name}: ${pageWidth} px wide in a window of ${variant.width}`);
  const shot = await page.puppeteer.screenshot({ encoding: 'base64' });
  // Ends the emulation of the media features.
  await session.detach();
  return shot;
}
