import type { EngineState, ModelName } from '../../src/client/engine-control.ts';
import { launchChromium } from '../../scripts/browsers/index.ts';
import { models, superseded } from '../../src/embed/registry.ts';
import { nameOf } from '../../src/extension/meaning/models.ts';
import { engineState } from '../support/engine-control.ts';
import { setEngineState, extensionWithEngine } from '../support/stand-in-engine.ts';
import { picture } from './pictures.ts';
import { siteAnswers } from './settings-sites.ts';
import { statePictures } from './states.ts';

const hosts = ['huggingface.co', '*.hf.co'];
const [bundled, small, medium] = models.map(nameOf) as [ModelName, ModelName, ModelName];
const choices = {
  bundled: { ...bundled, chosen: true },
  small: { ...small, chosen: false, download: { bytes: 134e6, hosts, fetched: false } },
  medium: { ...medium, chosen: false, download: { bytes: 436e6, hosts, fetched: false } },
};

const usual: EngineState = engineState({
  model: bundled,
  indexing: { indexed: 812, total: 812, paused: false },
  models: Object.values(choices),
});
/** The models after the small one was chosen. `fetched`: after it was also downloaded. */
const chosen = [{ ...choices.bundled, chosen: false }, { ...choices.small, chosen: true }, choices.medium];
const fetched = [chosen[0]!, { ...chosen[1]!, download: { ...choices.small.download, fetched: true } }, choices.medium];
const noWebGpu = 'It needs WebGPU, and this browser has no suitable graphics adapter.';

/** The states of the settings, by picture name. */
const states: Record<string, Partial<EngineState>> = {
  settings: {},
  'settings-indexing': { indexing: { indexed: 412, total: 812, paused: false } },
  'settings-paused': { indexing: { indexed: 412, total: 812, paused: true } },
  'settings-trouble': { indexing: { indexed: 412, total: 812, paused: false, trouble: 'The disk is full.' } },
  'settings-loading': { status: 'loading', progress: 0.4 },
  'settings-refused': { status: 'refused', reason: 'The vectors of a text depend on the texts beside it.' },
  'settings-unavailable': {
    models: [
      choices.bundled,
      { ...choices.small, unavailable: noWebGpu },
      { ...choices.medium, unavailable: noWebGpu },
    ],
  },
  'settings-fetching': { models: chosen, coming: { id: small.id, progress: 0.37 } },
  'settings-changing': { models: fetched, coming: { id: small.id, indexed: 240 } },
  'settings-superseded': { model: nameOf(superseded), coming: { id: bundled.id, indexed: 240 } },
  'settings-changed': { model: small, models: fetched },
  'settings-stood-in': { models: chosen, fallback: { from: small, reason: 'The graphics device was lost.' } },
};

/** The names of the states that docs/ui.md shows. */
const inDocs = new Set(['settings-fetching', 'settings-changing', 'settings-refused', 'settings-stood-in']);

/** Each state of the settings, with a stand-in engine, in a wide tab; the usual state also in a narrow one. */
export async function settingsPictures(): Promise<void> {
  const browser = await launchChromium({
    extension: extensionWithEngine('chromium', siteAnswers, { state: usual }),
    arguments: ['--window-size=1600,1200'],
  });
  try {
    const page = await browser.newPage(browser.address('options.html'));
    const setSize = (width: number, height: number) =>
      page.puppeteer.setViewport({ width, height, deviceScaleFactor: 2 });
    await setSize(1000, 1900);
    await page.waitFor(() => document.querySelector('.model'));
    for (const [name, state] of Object.entries(states)) {
      await setEngineState(page, state);
      // The engine reports a change within a quarter of a second. The page doesn't reveal which state it shows,
      // so this waits for a fixed time.
      await new Promise((resolve) => setTimeout(resolve, 600));
      await picture(page, name);
      if (!inDocs.has(name)) continue;
      await statePictures(browser)(page, name, { part: '#search' });
      await setSize(1000, 1900);
    }
    await setEngineState(page, {});
    await setSize(420, 2600);
    await picture(page, 'settings-narrow');
  } finally {
    await browser.close();
  }
}
