import type { RequestEnvelope } from '../../src/v1/envelope.ts';
import { randomFrom } from '../../scripts/random.ts';
import type { Action, ActionKind, Schedule } from './schedule.ts';
import type { Timeline } from './timeline.ts';

/** What a user does with memories and collections. */
const userKinds: readonly ActionKind[] = [
  'create',
  'edit',
  'append',
  'twin',
  'tag',
  'untag',
  'move',
  'collection',
  'rename',
  'rename to',
  'remove collection',
  'title',
  'trash',
  'untrash',
  'erase',
];

/** A user's next action is carried out during a request only if it is due within this many milliseconds. */
const horizonMs = 600_000;

/** The probability that the user acts during a request: higher during writes. */
const actShare = { read: 0.1, write: 0.8 };

/**
 * Schedules the actions. With `isBusy`, users often act while a request of their device is being answered. For this,
 * `duringRequest` must be called for each request; at times it carries out the user's next action early.
 */
export function scheduleActions(
  { seed, actions, devices, isBusy }: Schedule,
  timeline: Timeline,
  perform: (action: Action) => void,
): { duringRequest: (device: number, request: Pick<RequestEnvelope, 'method'>) => void } {
  const random = randomFrom(Math.imul(seed, 2_246_822_507) >>> 0);
  const left = new Set(actions);
  for (const action of actions) timeline.after(action.at, () => void (left.delete(action) && perform(action)));
  const start = timeline.now;
  return {
    duringRequest(device, { method }) {
      if (isBusy !== true || random() >= actShare[method === 'GET' ? 'read' : 'write']) return;
      for (const action of left) {
        if (action.at > timeline.now - start + horizonMs) return;
        if (action.device % devices !== device || !userKinds.includes(action.kind)) continue;
        left.delete(action);
        return perform(action);
      }
    },
  };
}
