import type { Ask } from '../../client/transports/caller.ts';
import { systemClock } from '../../service/ports/clock.ts';
import { clearAlarm, setAlarm } from '../alarms.ts';
import { keepAwake } from '../engine/keep-awake.ts';
import type { VouchedQuestion } from '../engine/serve.ts';
import { inboxRows } from './database.ts';
import { createInbox, type Inbox } from './inbox.ts';

/** The inbox of this browser. While something is in it the background is kept awake, or woken by an alarm. */
export function attendInbox(ask: Ask<VouchedQuestion>, onSettled: () => void): Inbox {
  const stayAwake = keepAwake();
  let working = false;
  const inbox = createInbox({
    rows: inboxRows(),
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
    if (pending.length === 0 && !working) await clearAlarm('inbox');
    onSettled();
  }

  return inbox;
}
