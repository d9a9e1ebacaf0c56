import type { Undecided } from '../../ui/popup/host.ts';
import type { CreateMemory } from '../../v1/schemas/memory.ts';
import type { MessageHandlers } from '../messages.ts';
import type { Inbox } from './inbox.ts';
import type { InboxRow } from './row.ts';

/** What own pages ask about the saves that nobody but the person can decide about. */
export type DeskMessage = { kind: 'inbox.undecided' } | { kind: 'inbox.sendAgain' | 'inbox.discard' | 'inbox.keep'; key: string };

export function deskOf(inbox: Inbox): Record<DeskMessage['kind'], MessageHandlers[string]> {
  return {
    'inbox.undecided': async () => {
      const { old, refused } = await inbox.waiting();
      return [...old, ...refused].map(undecidedOf);
    },
    // Answers whether it is saved, or will be by itself.
    'inbox.sendAgain': async ({ key }) => {
      const outcome = await inbox.sendAgain(String(key));
      return outcome?.state === 'saved' || outcome?.state === 'waiting';
    },
    'inbox.discard': ({ key }) => inbox.discard(String(key)),
    'inbox.keep': ({ key }) => inbox.keep(String(key)),
  };
}

function undecidedOf({ idempotencyKey, envelope, createdAt, refusal }: InboxRow): Undecided {
  const { content } = JSON.parse(envelope.body ?? '') as CreateMemory;
  return { key: idempotencyKey, text: content, savedAt: new Date(createdAt).toISOString(), reason: refusal };
}
