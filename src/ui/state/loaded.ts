import { batch, signal } from '@preact/signals';

export type Loaded<Value> = ReturnType<typeof createLoaded<Value>>;

/** Nothing says that it is working before so long a wait. */
const slowMs = 100;

/** Something that is read from the service: its value, or why it could not be had. What is known stays while it is read again. */
export function createLoaded<Value>(read: () => Promise<Value>) {
  const value = signal<Value>();
  const failure = signal<unknown>(undefined);
  const slow = signal(false);
  let latest = 0;

  return {
    value,
    failure,
    slow,

    /** Reads it anew; resolves in any case. Of several at once the last counts. */
    async refresh(): Promise<void> {
      const turn = ++latest;
      const waiting = setTimeout(() => (slow.value = true), slowMs);
      const outcome = await read().then(
        (now) => ({ now }),
        (cause: unknown) => ({ cause }),
      );
      clearTimeout(waiting);
      if (turn !== latest) return;
      batch(() => {
        slow.value = false;
        failure.value = 'cause' in outcome ? outcome.cause : undefined;
        if ('now' in outcome) value.value = outcome.now;
      });
    },
  };
}
