import { batch, computed, signal } from '@preact/signals';
import { within } from '../../lib/timing.ts';

export type Loaded<Value> = ReturnType<typeof createLoaded<Value>>;

/** How long a request may take before the screen shows that it is waiting. */
export const slowMs = 100;

/** Data loaded from the service: the latest value, and the failure of the latest load, if it failed. */
export function createLoaded<Value>(read: () => Promise<Value>) {
  const value = signal<Value>();
  const failure = signal<unknown>(undefined);
  const slow = signal(false);
  let latestCall = 0;

  return {
    value,
    failure,
    slow,

    /** The value; undefined if the latest load failed, because the value may then be outdated. */
    current: computed(() => (failure.value === undefined ? value.value : undefined)),

    /** Loads the data; never rejects. Of concurrent calls, the last one counts. */
    async refresh(): Promise<void> {
      const call = ++latestCall;
      const waiting = setTimeout(() => {
        if (call === latestCall) slow.value = true;
      }, slowMs);
      const outcome = await read().then(
        (now) => ({ now }),
        (cause: unknown) => ({ cause }),
      );
      clearTimeout(waiting);
      if (call !== latestCall) return;
      batch(() => {
        slow.value = false;
        failure.value = 'cause' in outcome ? outcome.cause : undefined;
        if ('now' in outcome) value.value = outcome.now;
      });
    },
  };
}

/** How long the rest of a screen waits for its list, in milliseconds: longer than a running engine takes to respond. */
const listFirstMs = 100;

/**
 * Loads the rest of a screen after its list, or once the list is late: simultaneous requests would delay each other.
 */
export async function loadAfterList(list: Promise<void>, rest: () => unknown[]): Promise<void> {
  await within(listFirstMs, list);
  await Promise.all([list, ...rest()]);
}
