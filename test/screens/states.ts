import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import type { ChromiumBrowser, ChromiumPage } from '../../scripts/browsers/index.ts';

const folder = join('docs', 'images', 'ui');

/**
 * The window’s size, and the user’s preferences, for one picture of a state. Without a size, the window keeps its own.
 */
export interface Variant {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** Media features besides the theme, such as `forced-colors`. */
  features?: { name: string; value: string }[];
  dir?: 'rtl';
}

/** The conditions in which the states of a screen are shown. */
export interface Conditions {
  usual: Variant[];
  /** The other themes and sizes, a zoom of 200 %, right to left, and high contrast. */
  extreme: Variant[];
}

const highContrast = [{ name: 'forced-colors', value: 'active' }];
const wide = { width: 1440, height: 900 };
const narrow = { width: 320, height: 900 };

/** For pages in a tab. 720 × 450 px is a window of 1440 × 900 px at a zoom of 200 %. */
export const ofPages: Conditions = {
  usual: [wide, { ...narrow, theme: 'dark' }],
  extreme: [
    { ...wide, theme: 'dark' },
    narrow,
    { width: 720, height: 450 },
    { ...wide, dir: 'rtl' },
    { ...narrow, dir: 'rtl' },
    { ...wide, features: highContrast },
    { ...narrow, theme: 'dark', features: highContrast },
  ],
};

/** A real popup determines its size itself. */
export const inPopup: Variant[] = [
  { dir: 'rtl' },
  { features: highContrast },
  { theme: 'dark', features: highContrast },
];

const popup = { width: 400, height: 560 };
/** At a zoom of 200 %, the browser gives the popup at most 400 × 300 px. */
export const zoomedPopup: Variant = { width: 400, height: 300 };

export const ofPopups: Conditions = {
  usual: [popup, { ...popup, theme: 'dark' }],
  extreme: [zoomedPopup, ...inPopup.map((variant) => ({ ...popup, ...variant }))],
};

const consent = { width: 460, height: 680 };

export const ofConsent: Conditions = {
  usual: [consent, { width: 320, height: 680, theme: 'dark' }],
  extreme: [
    { ...consent, theme: 'dark' },
    { width: 230, height: 340 },
    { ...consent, dir: 'rtl' },
    { ...consent, features: highContrast },
  ],
};

interface Take {
  of?: Conditions;
  /** The selector of an element to scroll to the top. */
  part?: string;
}

/**
 * Returns a function that takes pictures of a page in all conditions. For docs/ui.md, it writes two files, each with
 * pictures side by side: one for the usual conditions, one for the extreme ones. It logs an error if the page is wider
 * than its window.
 */
export function statePictures(browser: ChromiumBrowser) {
  return async (page: ChromiumPage, name: string, { of = ofPages, part }: Take = {}): Promise<void> => {
    await writeSheet(browser, name, await shootAll(page, name, of.usual, part));
    if (of.extreme.length > 0)
      await writeSheet(browser, extremeOf(name), await shootAll(page, name, of.extreme, part), 300);
    await page.puppeteer.bringToFront();
  };
}

/** The name of the file with a state's pictures in extreme conditions. */
export const extremeOf = (name: string): string => join('extreme', name);

/** Takes pictures of a page (PNG in base64). */
export async function shootAll(page: ChromiumPage, name: string, wanted: Variant[], part?: string): Promise<string[]> {
  const shots: string[] = [];
  for (const variant of wanted) shots.push(await shoot(page, name, variant, part));
  return shots;
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
  mkdirSync(join(folder, 'extreme'), { recursive: true });
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
  if (width !== undefined && height !== undefined)
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
  if (variant.width !== undefined && pageWidth > variant.width)
    console.error(`${name}: ${pageWidth} px wide in a window of ${variant.width}`);
  const shot = await page.puppeteer.screenshot({ encoding: 'base64' });
  // Ends the emulation of the media features.
  await session.detach();
  return shot;
}
