import { afterAll, beforeAll, describe, test } from 'vitest';
import { catalogue } from '../conformance/catalogue.ts';
import { browserKind, launchBrowser, type ExtensionBrowser, type Page } from '../support/browsers/index.ts';
import { ask, extensionWithHarness } from '../support/harness/index.ts';

/** Every case of the contract, from a page of the extension through the message router to the engine and back. */
describe('v1 through the message router', () => {
  let browser: ExtensionBrowser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
    page = await browser.newPage(browser.address('popup.html'));
  });

  afterAll(() => browser?.close());

  test.each(catalogue.map(({ name }) => name))('%s', (name) => ask(page, { kind: 'conformance', name }));
});
