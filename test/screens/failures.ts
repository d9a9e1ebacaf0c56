import { launchChromium, type ChromiumPage } from '../../scripts/browsers/index.ts';
import type { EngineState } from '../../src/client/engine-control.ts';
import { engineState } from '../support/engine-control.ts';
import { listFailure, memory, noSites, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine, type StandInAnswer, type StandInEngineState } from '../support/stand-in-engine.ts';
import { largeWindow } from './pictures.ts';
import { statePictures } from './states.ts';

interface Failing {
  path: 'library.html' | 'welcome.html' | `options.html${string}`;
  answers: StandInAnswer[];
  /** `pending`: the engine never answers a request for its state. Absent: the engine answers with an error. */
  state?: Partial<EngineState> | 'pending';
  act?(page: ChromiumPage): Promise<void>;
  shown: string;
}

const few = recent([1, 2, 3].map((number) => memory(number)));

const refusal = (code: string, status: number, message: string) => ({ status, body: { error: { code, message } } });
const storageRefused = refusal('unavailable', 503, 'Commonplace couldn’t open its memories.');
const storageFull = refusal('storage_full', 507, 'The storage is full.');

const modelRefused: Partial<EngineState> = {
  status: 'refused',
  reason: 'MiniLM failed its self-test: it can’t tell paraphrases from unrelated texts.',
};

async function saveExample(page: ChromiumPage): Promise<void> {
  await page.click('.step > .button');
}

async function searchExample(page: ChromiumPage): Promise<void> {
  await page.click('.step .top ~ p button');
}

/** The failing pages, by picture name. */
const failing: Record<string, Failing> = {
  'library-loading': {
    path: 'library.html',
    answers: [{ method: 'GET', path: '/v1/memories', afterMs: 60_000, status: 200, body: {} }],
    shown: '.skeleton',
  },
  'library-error': { path: 'library.html', answers: [usage(3), ...noSites, listFailure], shown: '.message' },
  'library-refused': {
    path: 'library.html',
    answers: [{ method: 'GET', path: '/v1/', ...storageRefused }],
    shown: '.message',
  },
  'library-full': {
    path: 'library.html',
    answers: [{ method: 'POST', path: '/v1/memories', ...storageFull }, usage(3), ...few],
    async act(page) {
      await page.waitFor(() => document.querySelector('.memory'));
      await page.click('.save-text');
      await page.type('.save textarea', 'Ask Anna for the name of the inn.');
      await page.press('Control+Enter');
    },
    shown: '.notice',
  },
  'library-model-refused': {
    path: 'library.html',
    answers: [usage(3), ...noSites, ...few],
    state: modelRefused,
    shown: '.meaning-line',
  },
  'welcome-saving': {
    path: 'welcome.html',
    answers: [{ method: 'POST', path: '/v1/memories', afterMs: 60_000, status: 201, body: {} }],
    act: saveExample,
    shown: '.step > .button',
  },
  'welcome-loading': {
    path: 'welcome.html',
    answers: [{ method: 'POST', path: '/v1/memories/search', afterMs: 60_000, status: 200, body: {} }],
    act: searchExample,
    shown: '.skeleton',
  },
  'welcome-nothing': {
    path: 'welcome.html',
    answers: [
      {
        method: 'POST',
        path: '/v1/memories/search',
        status: 200,
        body: { memories: [], mode: 'hybrid', coverage: 1 },
      },
    ],
    state: {},
    act: searchExample,
    shown: '.message',
  },
  'welcome-model-refused': {
    path: 'welcome.html',
    answers: [
      {
        method: 'POST',
        path: '/v1/memories/search',
        status: 200,
        body: { memories: [], mode: 'keyword', coverage: 0 },
      },
    ],
    state: modelRefused,
    act: searchExample,
    shown: '.meaning-line',
  },
  'welcome-refused': {
    path: 'welcome.html',
    answers: [{ method: 'POST', path: '/v1/memories', ...storageRefused }],
    act: saveExample,
    shown: '.notice',
  },
  'welcome-full': {
    path: 'welcome.html',
    answers: [{ method: 'POST', path: '/v1/memories', ...storageFull }],
    act: saveExample,
    shown: '.notice',
  },
  'welcome-error': {
    path: 'welcome.html',
    answers: [{ method: 'POST', path: '/v1/memories/search', status: 503, body: listFailure.body }],
    act: searchExample,
    shown: '.message',
  },
  'settings-opening': { path: 'options.html#search', answers: [], state: 'pending', shown: '.settings main h2' },
  'settings-unreachable': { path: 'options.html#search', answers: [], shown: '[role="alert"]' },
  'settings-storage-refused': {
    path: 'options.html#storage',
    answers: [{ method: 'GET', path: '/v1/', ...storageRefused }],
    state: { isReadOnly: true },
    shown: '.settings main h2',
  },
  'settings-full': {
    path: 'options.html#search',
    answers: [],
    state: { indexing: { indexed: 412, total: 812, paused: false, trouble: 'The disk is full.' } },
    shown: '.settings main h2',
  },
};

function engineOf(state: Failing['state']): StandInEngineState | undefined {
  if (state === undefined) return undefined;
  return state === 'pending' ? { state: engineState(), isPending: true } : { state: engineState(state) };
}

/** For docs/ui.md: the library, the settings and the welcome page if the engine is slow, fails or finds nothing. */
export async function failurePictures(): Promise<void> {
  for (const [name, { path, answers, state, act, shown }] of Object.entries(failing)) {
    const browser = await launchChromium({
      extension: extensionWithEngine('chromium', answers, engineOf(state)),
      arguments: [largeWindow],
    });
    try {
      const page = await browser.newPage(browser.address(path));
      await act?.(page);
      await page.waitFor((selector) => document.querySelector(selector), shown);
      await statePictures(browser)(page, name);
    } finally {
      await browser.close();
    }
  }
}
