import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core';
import { launchWithExtension } from '../../scripts/browsers/launch-chromium.ts';
import { obtain } from '../../scripts/browsers/obtain.ts';
import { until } from '../../scripts/browsers/until.ts';
import type { KeyPress, Measured } from './in-page.ts';

/**
 * A browser with the real popup over a page. No debugger is attached to new pages and workers, since it would pause
 * them.
 */
export interface PopupBrowser {
  /** Opens the popup and closes it. Returns the milliseconds until its rows were painted. */
  opening(): Promise<number>;
  /** Ends the service worker, and the offscreen document in which the engine runs. */
  stop(): Promise<void>;
  /** Waits ten seconds, in which the engine loads its indexes and the model, and checks its files. */
  settle(): Promise<void>;
  /**
   * Types words into one popup, each into an empty field. `before` returns a text that is inserted in front of a word
   * without being measured. Returns the times of the words' key presses.
   */
  keyPresses(words: string[], before?: (index: number) => string): Promise<KeyPress[]>;
  close(): Promise<void>;
}

const settleMs = 10_000;
/** The pause after inserting a text, so that its search ends. */
const insertedMs = 1_000;
/** The pause before each opening, in which the processes of the previous opening end. */
const restMs = 1_000;

export async function openPopupBrowser(extension: string, profile: string, address: string): Promise<PopupBrowser> {
  const { browser, id } = await launchWithExtension({
    executable: await obtain('chromium', { say: console.error, prefer: 'packages' }),
    profile,
    extension,
    headless: true,
  });
  const page = await browser.newPage();
  await page.goto(address);
  const connection = (await browser.target().createCDPSession()).connection()!;
  await connection.send('Target.setAutoAttach', { autoAttach: false, waitForDebuggerOnStart: false, flatten: true });
  const base = `chrome-extension://${id}/`;

  async function targets(matches: (target: { type: string; url: string }) => boolean) {
    const { targetInfos } = await connection.send('Target.getTargets', { filter: [{}] });
    return targetInfos.filter(matches);
  }

  /** Repeats, because a service worker that is just starting survives the first attempt. */
  const end = (matches: Parameters<typeof targets>[0]) =>
    until('targets to end', async () => {
      const left = await targets(matches);
      for (const { targetId } of left) await connection.send('Target.closeTarget', { targetId }).catch(() => {});
      return left.length === 0;
    });
  const isPopup = ({ type, url }: { type: string; url: string }) => type === 'page' && url === `${base}popup.html`;

  async function open(): Promise<{ targetId: string; ms: number }> {
    await pause(restMs);
    const [tab] = await targets(({ type, url }) => type === 'tab' && url === address);
    await connection.send('Extensions.triggerAction', { id, targetId: tab!.targetId });
    return until('the rows of the popup', async () => {
      const [popup] = await targets(isPopup);
      const ms = Number(popup?.title);
      return popup !== undefined && ms > 0 && { targetId: popup.targetId, ms };
    });
  }

  async function attach(targetId: string): Promise<CDPSession> {
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
    return connection.session(sessionId)!;
  }

  return {
    async opening() {
      const { ms } = await open();
      await end(isPopup);
      return ms;
    },
    async stop() {
      await end(({ type, url }) => ['service_worker', 'background_page'].includes(type) && url.startsWith(base));
    },
    settle: () => pause(settleMs),
    async keyPresses(words, before) {
      const popup = await attach((await open()).targetId);
      const all: KeyPress[] = [];
      for (const [index, word] of words.entries()) {
        if (before !== undefined) {
          await popup.send('Input.insertText', { text: before(index) });
          await pause(insertedMs);
        }
        for (const text of word) {
          // A random pause, so that key presses don't synchronise with frames.
          await pause(50 + Math.random() * 50);
          await evaluated(popup, (measured) => measured.startKey());
          await popup.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
          await popup.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
          all.push(await evaluated(popup, ({ key }) => key!));
        }
        await evaluated(popup, clear);
        await pause(300);
      }
      await end(isPopup);
      return all;
    },
    close: () => browser.close(),
  };
}

const clear = () => document.querySelector<HTMLElement>('.search .button')?.click();

async function evaluated<Result>(
  popup: CDPSession,
  work: (measured: Measured) => Result | Promise<Result>,
): Promise<Result> {
  const { result, exceptionDetails } = await popup.send('Runtime.evaluate', {
    expression: `(${String(work)})(globalThis.measured)`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Result;
}
