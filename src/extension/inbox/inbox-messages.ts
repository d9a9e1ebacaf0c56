import type { DamagedSave, UndecidedSave } from '../../ui/popup/host.ts';
import type { MessageHandlers } from '../messages.ts';
import type { Inbox } from './inbox.ts';
import type { InboxRow } from './row.ts';

/** Messages from the extension's own pages about saves that need a decision by the user. */
export type InboxMessage =
  | { kind: 'inbox.undecided' }
  | { kind: 'inbox.sendAgain' | 'inbox.discard' | 'inbox.keep'; key: string };

export function inboxMessages(inbox: Inbox): Record<InboxMessage['kind'], MessageHandlers[string]> {
  return {
    'inbox.undecided': async () => {
      const { old, refused, unreadable } = await inbox.waiting();
      return [
        ...[...old, ...refused].map(undecidedOf),
        ...unreadable.map((key): DamagedSave => ({ key, damaged: true })),
      ];
    },
    // Replies true if the memory is saved, or will be sent automatically.
    'inbox.sendAgain': async ({ key }) => {
      const outcome = await inbox.sendAgain(String(key));
      return outcome?.state === 'saved' || outcome?.state === 'waiting';
    },
    'inbox.discard': ({ key }) => inbox.discard(String(key)),
    'inbox.keep': ({ key }) => inbox.undiscard(String(key)),
  };
}

function undecidedOf({ idempotencyKey, memory, createdAt, refusal }: InboxRow): UndecidedSave {
  return { key: idempotencyKey, text: memory.content, savedAt: new Date(createdAt).toISOString(), reason: refusal };
}
