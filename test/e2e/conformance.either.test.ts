import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserKind, launchBrowser, type ExtensionBrowser } from '../../scripts/browsers/index.ts';
import { ask, extensionWithHarness } from '../../scripts/harness/index.ts';
import { casesForEntry, casesForSecondDatabase } from '../support/sampled-cases.ts';

/** Much longer than all cases take together. */
const allMs = 600_000;

/**
 * In `npm test`, Chromium runs at least one case for every claim. Firefox runs a random sample: its router is the same,
 * and only its IndexedDB differs.
 */
const cases = browserKind() === 'chromium' ? casesForEntry('chromium') : casesForSecondDatabase('firefox');

describe('v1 through the message router', () => {
  const names = cases.map(({ name }) => name);
  let browser: ExtensionBrowser;
  let problems: Record<string, string | null>;

  beforeAll(async () => {
    browser = await launchBrowser({ extension: await extensionWithHarness(browserKind()) });
    const page = await browser.newPage(browser.address('popup.html'));
    problems = await ask(page, { kind: 'conformance', names }, allMs);
  }, allMs);

  afterAll(() => browser?.close());

  test.each(names)('%s', (name) => expect(problems[name]).toBeNull());
});
