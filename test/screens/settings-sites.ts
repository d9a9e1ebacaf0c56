import type { Receipt, SiteLog } from '../../src/client/page-log.ts';
import { launchChromium } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { memory } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';
import { picture } from './pictures.ts';
import { statePictures } from './states.ts';

const site = {
  id: 'tok_1',
  name: 'https://recipes.example',
  scopes: ['memories:read', 'memories:write'],
  collections: null,
  origin: 'https://recipes.example',
  ownOnly: true,
  paused: false,
  rateLimit: { requests: 120, seconds: 60 },
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2027-03-31T12:00:00.000Z',
  lastUsedAt: '2026-03-02T12:00:00.000Z',
};
const paused = { ...site, id: 'tok_2', origin: 'https://xn--bcher-kva.example', paused: true, ownOnly: false };
const shops = Array.from({ length: 6 }, (_, at) => ({
  ...site,
  id: `tok_1${at}`,
  origin: `https://shop-${at}.example`,
}));

export const siteAnswers = [
  { method: 'GET', path: '/v1/tokens', status: 200, body: { tokens: [site, paused], nextCursor: null } },
  { method: 'GET', path: '/v1/collections', status: 200, body: { collections: [], nextCursor: null } },
];

const log: SiteLog = {
  origin: site.origin,
  since: '2026-03-01T12:00:00.000Z',
  recordedFrom: '2026-01-01T12:00:00.000Z',
  received: 34,
  changed: 3,
  isTrimmed: false,
  days: [
    { day: '2026-03-01', calls: 12 },
    { day: '2026-03-02', calls: 340 },
  ],
  limits: { reads: 200, writes: 50 },
};
const id = (at: number) => `mem_01kjq8z0000000000000000${String(at).padStart(3, '0')}`;
const receipts: Receipt[] = [
  {
    at: '2026-03-02T12:00:00.000Z',
    call: 'searchMemories',
    memories: [1, 2, 3].map((at) => ({ id: id(at), version: at })),
  },
  { at: '2026-03-02T11:58:00.000Z', call: 'createMemory', memories: [{ id: id(4), version: 1 }] },
  { at: '2026-03-01T12:00:00.000Z', call: 'listMemories', memories: [1, 2].map((at) => ({ id: id(at), version: 1 })) },
];

/**
 * The section of the sites in the settings, wide and narrow: with no site, one site, a paused site and many sites. The
 * one site is also shown with the memories that it has read, and with the form for its access.
 */
export async function settingsSitesPictures(): Promise<void> {
  const stopped = { ...log, origin: paused.origin, received: 0, exceededLimit: 'reads' as const };
  const gone = { ...log, origin: 'https://gone.example' };
  const states: [string, (typeof site)[], SiteLog[]][] = [
    ['none', [], []],
    ['one', [site], [log]],
    ['paused', [paused], [stopped]],
    ['many', [site, paused, ...shops], [log, stopped, gone]],
  ];
  for (const [name, tokens, logs] of states) {
    const answers = [
      { ...siteAnswers[0]!, body: { tokens, nextCursor: null } },
      { ...siteAnswers[1]!, body: { collections: [{ id: 'col_1', name: 'Recipes' }], nextCursor: null } },
      {
        method: 'GET',
        path: '/v1/memories/',
        status: 200,
        body: memory(1, 'Sourdough: fold four times in two hours.'),
      },
    ];
    const control = { state: engineState(), pageLog: { sites: logs, receipts } };
    const browser = await launchChromium({
      extension: extensionWithEngine('chromium', answers, control),
      arguments: ['--window-size=1600,1200'],
    });
    try {
      const page = await browser.newPage(browser.address('options.html'));
      const setSize = (width: number, height: number) =>
        page.puppeteer.setViewport({ width, height, deviceScaleFactor: 2 });
      const take = async (state: string, height: number) => {
        for (const [width, suffix] of [
          [1000, ''],
          [320, '-narrow'],
        ] as const) {
          await setSize(width, height);
          await page.evaluate(() => document.querySelector('#sites')?.scrollIntoView());
          await picture(page, `settings-sites-${state}${suffix}`);
        }
        if (state !== 'none' && state !== 'many')
          await statePictures(browser)(page, `settings-sites-${state}`, { part: '#sites' });
      };
      await page.waitFor(
        (count) => document.querySelectorAll('#sites .models .model h3').length === count,
        tokens.length,
      );
      await take(name, name === 'many' ? 2200 : 900);
      if (name !== 'one') continue;
      await page.click('.site-knows summary');
      await page.waitFor(() => document.querySelector('.site-receipts details'));
      await page.click('.site-receipts summary');
      await take('knows', 1300);
      await page.evaluate(() =>
        [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Edit'))!.click(),
      );
      await page.waitFor(() => document.querySelector('.site-form'));
      await take('edit', 1300);
    } finally {
      await browser.close();
    }
  }
}
