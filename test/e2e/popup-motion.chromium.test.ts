import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, type ChromiumBrowser, type ChromiumPage } from '../../scripts/browsers/index.ts';
import { engineState } from '../support/engine-control.ts';
import { memory, recent, usage } from '../support/stand-in-answers.ts';
import { extensionWithEngine } from '../support/stand-in-engine.ts';

/** The longest duration that a movement may have, in milliseconds. */
const quick = 120;
/** A duration too short to see, in milliseconds. */
const unseen = 5;

let browser: ChromiumBrowser;
let popup: ChromiumPage;

beforeAll(async () => {
  const answers = [usage(1), ...recent([memory(1)])];
  browser = await launchChromium({ extension: extensionWithEngine('chromium', answers, { state: engineState() }) });
  popup = await browser.newPage(browser.address('popup.html'));
});

afterAll(() => browser?.close());

async function read(motion: 'no-preference' | 'reduce'): Promise<void> {
  await popup.puppeteer.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: motion }]);
  await popup.reload();
  await popup.waitFor(() => document.querySelector('[data-row]'));
  await popup.press('ArrowDown');
  await popup.press('Enter');
  await popup.waitFor(() => document.querySelector('.reader'));
}

/** The name of the reader's animation, and the popup's longest animation and transition in ms, including delays. */
const motions = () =>
  popup.evaluate(() => {
    const milliseconds = (list: string) => list.split(', ').map((time) => 1_000 * (Number.parseFloat(time) || 0));
    const longest = (durations: string, delays: string) =>
      Math.max(...milliseconds(durations)) + Math.max(...milliseconds(delays));
    const styles = [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after', '::backdrop'].map((pseudo) => getComputedStyle(element, pseudo)),
    );
    const animations = styles.map(({ animationName, animationDuration, animationDelay }) =>
      animationName === 'none' ? 0 : longest(animationDuration, animationDelay),
    );
    const transitions = styles.map(({ transitionDuration, transitionDelay }) =>
      longest(transitionDuration, transitionDelay),
    );
    return {
      reader: getComputedStyle(document.querySelector('.reader')!).animationName,
      animation: Math.max(...animations),
      transition: Math.max(...transitions),
    };
  });

describe('the popup’s reader', () => {
  test('slides in, and nothing in the popup moves or changes for longer than 120 ms', async () => {
    await read('no-preference');
    const { reader, animation, transition } = await motions();
    expect(reader).toBe('slide-in');
    expect(animation).toBeGreaterThan(unseen);
    expect(animation).toBeLessThanOrEqual(quick);
    expect(transition).toBeGreaterThan(unseen);
    expect(transition).toBeLessThanOrEqual(quick);
  });

  test('appears at once with reduced motion, and nothing in the popup is animated', async () => {
    await read('reduce');
    const { animation, transition } = await motions();
    expect(animation).toBeLessThanOrEqual(unseen);
    expect(transition).toBeLessThanOrEqual(unseen);
  });
});
