import { expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { bundled } from '../../src/embed/registry.ts';
import { arcticS } from '../../src/embed/webllm/models.ts';
import { launchChromium, until, type Page } from '../../scripts/browsers/index.ts';
import { foreignLibrary } from '../support/foreign-library.ts';
import { clientThrough } from '../../scripts/harness/client.ts';
import { cardWithText, modelNamesOn, pressOnCard } from '../support/model-cards.ts';
import { command, extensionWithLibrary } from '../support/stand-in-web-llm/index.ts';

const webGpu = '--enable-unsafe-webgpu';
const { name } = arcticS.model;
const remembered = 'Room twelve, Lisbon, ask for the back.';

async function withSettings(
  extension: string | undefined,
  work: (settings: Page, client: Client) => Promise<void>,
): Promise<void> {
  const browser = await launchChromium({ ...(extension !== undefined && { extension }), arguments: [webGpu] });
  try {
    const popup = await browser.newPage(browser.address('popup.html'));
    await work(await browser.newPage(browser.address('options.html')), clientThrough(popup));
  } finally {
    await browser.close();
  }
}

/**
 * Asserts that the memory is found by meaning. With a downloaded model, pass `semantic`: the model's thresholds are
 * estimates, so a hybrid search may leave the memory out.
 */
async function expectFoundByMeaning(client: Client, wanted: 'hybrid' | 'semantic' = 'hybrid'): Promise<void> {
  const { mode, memories } = await until(
    'everything to be indexed',
    async () => {
      const answer = await client.memories.search({ query: 'that quiet hotel Anna told me about', mode: wanted });
      return answer.coverage === 1 && answer;
    },
    60_000,
  );
  expect(mode).toBe(wanted);
  expect(memories.map(({ content }) => content)).toEqual([remembered]);
}

test('a build without model libraries lists only the bundled model', async () => {
  await withSettings(undefined, async (settings) => {
    await cardWithText(settings, bundled.model.name, 'In use');
    expect(await modelNamesOn(settings)).toEqual([bundled.model.name]);
  });
});

test('if a model’s library fails, shows the reason and uses the bundled model', async () => {
  await withSettings(await extensionWithLibrary('real', foreignLibrary()), async (settings, client) => {
    await client.memories.create({ content: remembered });
    await settings.evaluate(
      async (address) => (await caches.open('webllm/config')).put(`${address}mlc-chat-config.json`, new Response('{}')),
      arcticS.download.address,
    );
    await cardWithText(settings, name, 'downloads 134 MB once, from huggingface.co');
    expect(await modelNamesOn(settings)).toEqual([bundled.model.name, name]);
    await pressOnCard(settings, name, 'Download');
    await cardWithText(settings, name, 'Its program file in this build doesn’t match this version of web-llm.');
    await expectFoundByMeaning(client);
  });
});

// Everything is real except web-llm's engine (test/support/stand-in-web-llm).
test('finds memories during a model’s download, use, loss of the GPU, restart and removal; a download can be cancelled', async () => {
  await withSettings(await extensionWithLibrary('standIn', ''), async (settings, client) => {
    await client.memories.create({ content: remembered });
    await expectFoundByMeaning(client);

    await pressOnCard(settings, name, 'Download');
    await cardWithText(settings, name, 'Loading: 40%.');
    await expectFoundByMeaning(client);
    await pressOnCard(settings, name, 'Cancel');
    await cardWithText(settings, name, 'Download 134 MB and use');
    expect((await cardWithText(settings, bundled.model.name, 'In use')).buttons).toEqual([]);

    await pressOnCard(settings, name, 'Download');
    await cardWithText(settings, name, 'Loading: 40%.');
    await command(settings, 'finish');
    await cardWithText(settings, name, 'In use');
    await expectFoundByMeaning(client, 'semantic');

    await command(settings, 'lose the device');
    await client.memories.search({ query: 'another quiet hotel' });
    await cardWithText(settings, name, `${name} stopped: it can no longer use the graphics card.`);
    await expectFoundByMeaning(client);
    await cardWithText(settings, bundled.model.name, 'In use');

    await pressOnCard(settings, name, 'Try again');
    await cardWithText(settings, name, 'In use');
    await expectFoundByMeaning(client, 'semantic');

    await pressOnCard(settings, name, 'Remove');
    await cardWithText(settings, name, 'downloads 134 MB once');
    expect((await settings.evaluate(() => caches.keys())).filter((name) => name.startsWith('webllm'))).toEqual([]);
    await cardWithText(settings, bundled.model.name, 'In use');
    await expectFoundByMeaning(client);
  });
});
