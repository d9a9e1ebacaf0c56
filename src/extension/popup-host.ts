import { browser } from 'wxt/browser';
import type { DamagedSave, PopupHost, Undecided } from '../ui/popup/host.ts';
import { captureTab } from './capture/capture.ts';
import { pageText } from './capture/page-text.ts';
import type { InboxMessage } from './inbox/inbox-messages.ts';
import { platform } from './platform.ts';

/** What the popup needs of the browser. */
export function popupHost(): PopupHost {
  return {
    capture: captureTab,
    pageText,
    async openTab(url) {
      await browser.tabs.create({ url });
      // A new tab takes the focus, and a popup closes by that in Chromium alone.
      window.close();
    },
    async openSettings() {
      await browser.runtime.openOptionsPage();
      window.close();
    },
    download(name, text) {
      const href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
      Object.assign(document.createElement('a'), { href, download: name }).click();
      URL.revokeObjectURL(href);
    },
    async shortcut() {
      const commands = await browser.commands.getAll();
      return commands.find(({ name }) => name === '_execute_action')?.shortcut || undefined;
    },
    undecided: async () => (await tell<(Undecided | DamagedSave)[] | undefined>({ kind: 'inbox.undecided' })) ?? [],
    sendAgain: async (key) => (await tell({ kind: 'inbox.sendAgain', key })) === true,
    discard: (key) => tell<void>({ kind: 'inbox.discard', key }),
    keep: (key) => tell<void>({ kind: 'inbox.keep', key }),
    platform,
  };
}

/** Asks the background, which keeps the inbox. */
const tell = <Answer>(message: InboxMessage): Promise<Answer> => browser.runtime.sendMessage(message);
