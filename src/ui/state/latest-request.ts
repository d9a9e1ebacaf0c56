import { signal } from '@preact/signals';
import { slowMs } from './loaded.ts';

/** Makes one request at a time: a new one cancels the one before. */
export function createLatestRequest() {
  const slow = signal(false);
  let running: AbortController | undefined;

  function cancel(): void {
    running?.abort();
    running = undefined;
    slow.value = false;
  }

  return {
    /** Whether the request in progress takes long. */
    slow,
    cancel,

    /** Cancels the request in progress and makes a new one. Returns undefined if the new one is cancelled in turn. */
    async run<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined> {
      cancel();
      const { signal } = (running = new AbortController());
      const waiting = setTimeout(() => (slow.value = true), slowMs);
      signal.addEventListener('abort', () => clearTimeout(waiting));
      try {
        const answer = await request(signal);
        return signal.aborted ? undefined : answer;
      } catch (failure) {
        if (signal.aborted) return undefined;
        throw failure;
      } finally {
        if (!signal.aborted) cancel();
      }
    },
  };
}
