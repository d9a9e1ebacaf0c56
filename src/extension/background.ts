import { browser } from 'wxt/browser';
import type { Ask } from '../client/transports/caller.ts';
import { systemClock } from '../service/ports/clock.ts';
import { translator } from '../ui/i18n/translator.ts';
import { createActionMenu, listenToActionMenu } from './action-menu.ts';
import { keepAlarm, listenToAlarms, ringWhileSyncing, ringWhileUnindexed } from './alarms.ts';
import { createBadge } from './badge.ts';
import type { VouchedQuestion } from './engine/serve.ts';
import { createConfirm } from './capture/confirm.ts';
import { clearStoredCollection, createLastCollection, storedCollection } from './capture/last-collection.ts';
import { createMenu, listenToMenu, showCollection } from './capture/menu.ts';
import { createNotifier } from './capture/notify.ts';
import { menuVouched, wakingRequest } from './capture/requests.ts';
import { createUndo, type SessionValues } from './capture/undo.ts';
import { inboxMessages } from './inbox/inbox-messages.ts';
import { openInbox } from './inbox/open-inbox.ts';
import { welcome } from './welcome.ts';
import { listenToOmnibox } from './omnibox.ts';
import { messageListener } from './messages.ts';
import { bridgedPatterns } from './sites/bridge-scripts.ts';
import { createRefusals, refusalTable } from './sites/refusals.ts';
import { siteMessages } from './sites/site-messages.ts';
import { createSites } from './sites/sites.ts';

const sessionValues: SessionValues = {
  get: () => browser.storage.session.get(null),
  set: (values) => browser.storage.session.set(values),
  remove: (keys) => browser.storage.session.remove(keys),
};

export interface Background {
  /** Call when a site was paused because it read or changed too much. */
  siteStopped(origin: string): Promise<void>;
}

/**
 * Starts the background. Adds every listener before it returns: a listener added later would miss the event that
 * started the background. `patternsHavePorts`: whether the browser's match patterns may name a port.
 */
export function startBackground(
  ask: Ask<VouchedQuestion>,
  { patternsHavePorts }: { patternsHavePorts: boolean },
): Background {
  const t = translator();
  const inbox = openInbox(ask, () => void badge.refresh().catch(() => {}));
  const badge = createBadge({ t, waiting: inbox.waiting, connected: bridgedPatterns });
  const undo = createUndo({ ask, clock: systemClock, session: sessionValues });
  const notifier = createNotifier({ t, undo });
  const wakeEngine = () => ask({ request: wakingRequest(), vouched: menuVouched }).catch(() => {});
  const refusals = createRefusals(refusalTable());
  const sites = createSites({ ask, refusals, patternsHavePorts, onChange: () => void badge.refresh().catch(() => {}) });
  const restoreSites = () => void sites.restore().catch(() => {});
  const siteStopped = async (origin: string) =>
    void (await Promise.all([sites.tellPaused(origin), badge.warn(sites.pattern(origin))]));
  const lastCollection = createLastCollection({
    ask,
    storage: storedCollection(),
    show: (name) => showCollection(t, name),
  });
  void clearStoredCollection().catch(() => {});
  const createMenus = async () => {
    await createMenu(t);
    createActionMenu(t);
    await lastCollection.refresh();
  };
  const start = () => void Promise.all([createMenus(), keepAlarm('daily'), keepAlarm('indexing'), keepAlarm('sync')]);

  listenToMenu({
    inbox,
    notifier,
    confirm: createConfirm({ t, badge, notifier, undo }),
    lastCollection: lastCollection.id,
    t,
  });
  listenToActionMenu();
  listenToOmnibox(ask, t);
  listenToAlarms({ inbox: inbox.replay, daily: wakeEngine, indexing: wakeEngine, sync: wakeEngine });
  browser.runtime.onMessage.addListener(
    messageListener(
      {
        inPages: { undo: async ({ id }) => undo.run(String(id)), 'site.wake': (_, sender) => sites.wake(sender) },
        ownPages: {
          ...inboxMessages(inbox),
          'menu.collection': ({ collection }) => lastCollection.remember(collection),
          ...siteMessages(sites, refusals),
          'engine.unindexed': ({ unindexed }) => ringWhileUnindexed(unindexed === true),
          'engine.syncs': ({ syncs }) => ringWhileSyncing(syncs === true),
          'engine.siteStopped': ({ origin }) => siteStopped(String(origin)),
        },
      },
      { id: browser.runtime.id, address: browser.runtime.getURL('/') },
    ),
  );
  browser.permissions.onRemoved.addListener(() => void sites.settle().catch(() => {}));
  for (const started of [browser.runtime.onInstalled, browser.runtime.onStartup]) {
    started.addListener(start);
    started.addListener(restoreSites);
  }
  browser.runtime.onInstalled.addListener((details) => void welcome(details).catch(() => {}));
  void sites.check().catch(() => {});
  return { siteStopped };
}
