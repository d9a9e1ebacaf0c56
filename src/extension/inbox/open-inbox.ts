import type { Ask } from '../../client/transports/caller.ts';
import { systemClock } from '../../service/ports/clock.ts';
import { dexieOptionsAt, locationInUse } from '../../store/dexie/location.ts';
import { clearAlarm, keepAlarm, setAlarm } from '../alarms.ts';
import { keepAwake } from '../engine/keep-awake.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { inboxRows } from './database.ts';
import { createInbox, type Inbox } from './inbox.ts';
import type { InboxRows } from './row.ts';
import { clearStoredRows, closedToPages, mirrored, storedRows } from './mirror.ts';

/**
 * Opens this browser's inbox and sends the rows that wait in it. `onSettled`: called after each batch of work. An alarm
 * wakes the background while a row waits.
 */
export function openInbox(ask: Ask<VouchedQuestion>, onSettled: () => void): Inbox {
  const stayAwake = keepAwake();
  let working = false;
  const inbox = createInbox({
    rows: rowsHere(),
    ask,
    clock: systemClock,
    onWork: (now) => {
      working = now;
      stayAwake(now);
      if (now) void setAlarm('inbox');
      else void settle().catch(() => {});
    },
  });

  async function settle(): Promise<void> {
    const { pending } = await inbox.waiting();
    if (pending.length > 0) await keepAlarm('inbox');
    else if (!working) await clearAlarm('inbox');
    onSettled();
  }

  void inbox
    .replay()
    .then(settle)
    .catch(() => {});
  return inbox;
}

function rowsHere(): InboxRows {
  const rows = inboxRows({ location: async () => dexieOptionsAt(await locationInUse()) });
  if (!import.meta.env.FIREFOX) return mirrored(rows, storedRows(closedToPages()));
  void clearStoredRows().catch(() => {});
  return rows;
}
