import type { RequestEnvelope } from '../../src/v1/envelope.ts';
import { randomFrom } from '../../scripts/random.ts';
import type { Action, ActionKind, Schedule } from './schedule.ts';
import type { Timeline } from './timeline.ts';

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

/** Only actions due within this time are carried out early, during a request. */
const horizonMs = 600_000;

const actShare = { read: 0.1, write: 0.8 };

/**
 * Schedules the actions. With `isBusy`, users often act while a request of their device is being answered. For this,
 * the caller calls `duringRequest` for each request.
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
