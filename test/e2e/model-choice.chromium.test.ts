import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Commonplace } from '../../src/client/index.ts';
import { bundled } from '../../src/embed/registry.ts';
import { arcticM, arcticS, libraryPath } from '../../src/embed/webllm/models.ts';
import { launchChromium, until, type Page } from '../support/browsers/index.ts';
import { foreignLibrary } from '../support/foreign-library.ts';
import { extensionWithHarness } from '../support/harness/index.ts';
import { clientThrough } from '../support/harness/kept.ts';
import { cardThat, pressOn } from '../support/model-cards.ts';
import { command, extensionWithStandIn } from '../support/stand-in-web-llm/index.ts';

const webGpu = '--enable-unsafe-webgpu';
const { name } = arcticS.model;
const remembered = 'Room twelve, Lisbon, ask for the back.';

async function withSettings(extension: string | undefined, work: (settings: Page, client: Commonplace) => Promise<void>): Promise<void> {
  const browser = await launchChromium({ ...(extension !== undefined && { extension }), arguments: [webGpu] });
  try {
    const popup = await browser.newPage(browser.address('popup.html'));
    await work(await browser.newPage(browser.address('options.html')), clientThrough(popup));
  } finally {
    await browser.close();
  }
}

/** By meaning alone, and of everything: the memory shares no word with the query. */
async function isFoundByMeaning(client: Commonplace): Promise<void> {
  const { mode, memories } = await until('all is read', async () => {
    const answer = await client.memories.search({ query: 'that quiet hotel Anna told me about' });
    return answer.coverage === 1 && answer;
  }, 60_000);
  expect(mode).toBe('hybrid');
  expect(memories.map(({ content }) => content)).toEqual([remembered]);
}

test('a build without libraries shows why their models can not be chosen', async () => {
  await withSettings(undefined, async (settings) => {
    for (const { model } of [arcticS, arcticM]) {
      expect(await cardThat(settings, model.name, 'Not available here')).toEqual({ text: expect.stringContaining('This build of Commonplace has no library for it.'), buttons: [] });
    }
  });
});

test('a model whose library does not work is set back with the reason, and the bundled one goes on', async () => {
  const extension = await extensionWithHarness('chromium');
  const library = join(extension, libraryPath(arcticS.library));
  mkdirSync(dirname(library), { recursive: true });
  writeFileSync(library, foreignLibrary());
  await withSettings(extension, async (settings, client) => {
    await client.memories.create({ content: remembered });
    await settings.evaluate(async (address) => (await caches.open('webllm/config')).put(`${address}mlc-chat-config.json`, new Response('{}')), arcticS.download.address);
    await cardThat(settings, name, 'fetches 134 MB once, from huggingface.co');
    await pressOn(settings, name, 'Fetch');
    await cardThat(settings, name, 'Its library in this build does not fit this version of web-llm.');
    await isFoundByMeaning(client);
  });
});

// The whole way of a choice, with all of it real but web-llm's engine: test/support/stand-in-web-llm.
test('a model is fetched, given up, fetched again, used, lost, and removed, while memories are found', async () => {
  await withSettings(await extensionWithStandIn(), async (settings, client) => {
    await client.memories.create({ content: remembered });
    await isFoundByMeaning(client);

    await pressOn(settings, name, 'Fetch');
    await cardThat(settings, name, 'Being loaded: 40%.');
    await isFoundByMeaning(client);
    await pressOn(settings, name, 'Cancel');
    await cardThat(settings, name, 'Fetch 134 MB and use');
    expect((await cardThat(settings, bundled.model.name, 'In use')).buttons).toEqual([]);

    await pressOn(settings, name, 'Fetch');
    await cardThat(settings, name, 'Being loaded: 40%.');
    await command(settings, 'finish');
    await cardThat(settings, name, 'In use');
    await isFoundByMeaning(client);

    await command(settings, 'lose the device');
    await client.memories.search({ query: 'another quiet hotel' });
    await cardThat(settings, name, `${name} stopped: the browser took the graphics card away from it.`);
    await isFoundByMeaning(client);
    await cardThat(settings, bundled.model.name, 'In use');

    await pressOn(settings, name, 'Try again');
    await cardThat(settings, name, 'In use');
    await isFoundByMeaning(client);

    await pressOn(settings, name, 'Remove');
    await cardThat(settings, name, 'fetches 134 MB once');
    expect(await settings.evaluate(() => caches.keys())).toEqual([]);
    await cardThat(settings, bundled.model.name, 'In use');
    await isFoundByMeaning(client);
  });
});
