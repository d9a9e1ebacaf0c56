import { browser } from 'wxt/browser';
import type { Ask } from '../../client/transports/caller.ts';
import { systemClock } from '../../service/ports/clock.ts';
import { translator } from '../../ui/i18n/translator.ts';
import { keepAlarm, listenToAlarms, ringWhileUnindexed } from '../alarms.ts';
import { createBadge } from '../badge.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { attendInbox } from '../inbox/attend.ts';
import { inboxMessages } from '../inbox/inbox-messages.ts';
import { messageListener } from '../messages.ts';
import { createConfirm } from './confirm.ts';
import { createMenu, listenToMenu } from './menu.ts';
import { createNotifier } from './notify.ts';
import { menuVouched, wakingRequest } from './requests.ts';
import { sessionValues } from './session-values.ts';
import { createUndo } from './undo.ts';

/** Opens the doors of the background. Every listener is there when this returns, as the event that started the background needs it to be. */
export function openDoors(ask: Ask<VouchedQuestion>): void {
  const t = translator();
  const inbox = attendInbox(ask, () => void badge.refresh().catch(() => {}));
  const badge = createBadge({ t, waiting: inbox.waiting });
  const undo = createUndo({ ask, clock: systemClock, session: sessionValues });
  const notifier = createNotifier({ t, undo });
  const wakeEngine = () => ask({ request: wakingRequest(), vouched: menuVouched }).catch(() => {});
  const start = () => void Promise.all([createMenu(t), keepAlarm('daily'), keepAlarm('indexing')]);

  listenToMenu({ inbox, notifier, confirm: createConfirm({ t, badge, notifier, undo }), t });
  listenToAlarms({ inbox: inbox.replay, daily: wakeEngine, indexing: wakeEngine });
  browser.runtime.onMessage.addListener(
    messageListener(
      {
        inPages: { undo: async ({ id }) => undo.run(String(id)) },
        ownPages: {
          ...inboxMessages(inbox),
          'engine.unindexed': ({ unindexed }) => ringWhileUnindexed(unindexed === true),
        },
      },
      { id: browser.runtime.id, address: browser.runtime.getURL('/') },
    ),
  );
  browser.runtime.onInstalled.addListener(start);
  browser.runtime.onStartup.addListener(start);
}
