import { engineState } from '../support/engine-control.ts';
import { launchChromium, serve, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { setEngineState, extensionWithEngine, type StandInAnswer } from '../support/stand-in-engine.ts';
import type { SearchHit } from '../../src/v1/schemas/search.ts';
import { fineScreen, leave, popupPicture, sheets } from './pictures.ts';
import { letter, samples } from './samples.ts';

const memories = samples
  .map((sample, number) => ({
    ...sample,
    id: `mem_${String(number).padStart(26, '0')}`,
    source: 'popup',
    collection: null,
    title: null,
    capture: null,
    version: 1,
    updatedAt: sample.createdAt,
  }))
  .reverse();
const [plumber, sourdough, lisbon, radiators, quote] = memories as [Memory, Memory, Memory, Memory, Memory];
type Memory = (typeof memories)[number];

const hit = (memory: Memory, semantic: number | null, ...words: string[]): SearchHit => ({
  ...memory,
  score: 1,
  match: {
    keyword: words.length > 0 ? 0.5 : null,
    semantic,
    words,
    certain: words.length > 0 || (semantic ?? 0) >= 0.5,
    passage: null,
  },
});
const garden = 'Beans want sun, water and a stake to climb on. Lettuce wants shade, and snails eat it at night. ';
const passage =
  'By the way: that inn above the harbour still has no guests before June, and one hears nothing there but gulls. ';
const journal: Memory = {
  ...quote,
  id: `mem_${'9'.repeat(26)}`,
  content: garden.repeat(30) + passage + garden.repeat(5),
  tags: ['journal'],
};
const searchAnswer = (bodyPart: string, mode: string, ...hits: SearchHit[]): StandInAnswer => ({
  method: 'POST',
  path: '/v1/memories/search',
  bodyPart,
  status: 200,
  body: { memories: hits, mode, coverage: 1 },
});
const keywordAnswer = (query: string, ...hits: SearchHit[]) =>
  searchAnswer(`"query":"${query}","mode":"keyword"`, 'keyword', ...hits);
const hybridAnswer = (query: string, ...hits: SearchHit[]) => searchAnswer(`"query":"${query}"`, 'hybrid', ...hits);

const usage = {
  plan: 'unlimited',
  memories: { used: 812, limit: null },
  transactionsToday: { used: 0, limit: null },
  rateLimit: { limit: 1, remaining: 1, reset: 1 },
};
const answers: StandInAnswer[] = [
  { method: 'GET', path: '/v1/usage', status: 200, body: usage },
  { method: 'GET', path: '/v1/memories?url', status: 200, body: { memories: [], nextCursor: null } },
  { method: 'GET', path: '/v1/memories', status: 200, body: { memories, nextCursor: null } },
  keywordAnswer('quiet hotel'),
  hybridAnswer('quiet hotel', hit(lisbon, 0.62), hit(plumber, 0.08), hit(quote, 0.05)),
  keywordAnswer('who mended the heating', hit(radiators, null, 'heating')),
  hybridAnswer(
    'who mended the heating',
    hit(plumber, 0.71),
    hit(radiators, 0.5, 'heating'),
    hit(sourdough, 0.06),
    hit(lisbon, 0.04),
  ),
  keywordAnswer('where to sleep in silence'),
  hybridAnswer('where to sleep in silence', {
    ...hit(journal, 0.6),
    match: {
      ...hit(journal, 0.6).match,
      passage: { start: 30 * garden.length, end: 30 * garden.length + passage.length },
    },
  }),
  keywordAnswer('zeppelin'),
  hybridAnswer('zeppelin', hit(quote, 0.09), hit(lisbon, 0.07), hit(sourdough, 0.02)),
  keywordAnswer('отель'),
  hybridAnswer('отель', hit(lisbon, 0.09)),
  keywordAnswer('boiler', hit(plumber, null, 'boiler'), hit(radiators, null, 'boiler')),
  searchAnswer('"query":"boiler"', 'keyword', hit(plumber, null, 'boiler'), hit(radiators, null, 'boiler')),
  searchAnswer('"like":{"memoryId"', 'semantic', hit(radiators, 0.66), hit(sourdough, 0.12)),
  searchAnswer('"like":{"text"', 'semantic', hit(plumber, 0.58), hit(radiators, 0.51), hit(quote, 0.04)),
];

/** The popup with a stand-in engine: results by meaning, and the states of the model. */
export async function meaningPictures(): Promise<void> {
  const site = await serve({ '/': letter });
  const browser = await launchChromium({
    extension: extensionWithEngine('chromium', answers, { state: engineState() }),
    arguments: [fineScreen],
  });
  try {
    const page = await browser.newPage(site.origin);
    const open = async () => {
      const popup = await browser.openPopup(page);
      await popup.waitFor(
        () => document.querySelector('.footer')?.textContent?.includes('memor') && document.querySelector('.save-kind'),
      );
      return popup;
    };
    const waitForText = (popup: ChromiumPage, selector: string, words: string) =>
      popup.waitFor((one, wanted) => document.querySelector(one)?.textContent?.includes(wanted), selector, words);

    let popup = await open();
    await popup.type('[data-search]', 'quiet hotel');
    await waitForText(popup, '.status', '1 memory found');
    await popupPicture(popup, 'by-meaning');
    await leave(popup);

    popup = await open();
    await popup.type('[data-search]', 'who mended the heating');
    await waitForText(popup, '.status', '2 memories found');
    await popupPicture(popup, 'less-certain');
    await popup.press('ArrowDown');
    await popup.press('m');
    await waitForText(popup, '.status', 'Similar to');
    await popupPicture(popup, 'more-like-this');
    await leave(popup);

    popup = await open();
    await popup.type('[data-search]', 'where to sleep in silence');
    await waitForText(popup, '.status', '1 memory found');
    await popupPicture(popup, 'passage');
    await popup.press('ArrowDown');
    await popup.press(' ');
    await popupPicture(popup, 'passage-in-whole');
    await popup.press('Escape');
    await popup.waitFor(() => document.querySelector('.reader') === null);
    await leave(popup);

    popup = await open();
    await popup.type('[data-search]', 'zeppelin');
    await waitForText(popup, '.status', 'No sure match');
    await popupPicture(popup, 'nothing-certain');
    await leave(popup);

    popup = await open();
    await popup.type('[data-search]', 'отель');
    await waitForText(popup, '.meaning-line', 'English');
    await popupPicture(popup, 'other-language');
    await leave(popup);

    popup = await open();
    await popup.click('.save-relate');
    await waitForText(popup, '.status', 'Related to this page');
    await popupPicture(popup, 'related');
    await popup.press('Escape');
    await setEngineState(popup, { indexing: { indexed: 809, total: 812, paused: false } });
    await waitForText(popup, '.meaning-line', '3 of 812');
    await popupPicture(popup, 'indexing');
    await setEngineState(popup, { indexing: { indexed: 809, total: 812, paused: true } });
    await waitForText(popup, '.meaning-line', 'paused');
    await popupPicture(popup, 'indexing-paused');
    const reason = 'MiniLM failed its self-test: it can’t tell paraphrases from unrelated texts.';
    await setEngineState(popup, { status: 'refused', reason });
    await waitForText(popup, '.meaning-line', 'by word only');
    await popupPicture(popup, 'model-refused');
    await setEngineState(popup, {});
    await popup.type('[data-search]', 'boiler');
    await waitForText(popup, '.meaning-line', 'didn’t respond');
    await popupPicture(popup, 'by-word-only');
    await popup.close();
    await sheets(
      browser,
      ['less-certain', 'nothing-certain', 'related', 'indexing', 'model-refused', 'by-word-only'],
      'popup-',
    );
  } finally {
    await browser.close();
    await site.close();
  }
}
