import { callThrough, sendOnce } from '../../src/client/call.ts';
import { ServiceError } from '../../src/client/index.ts';
import { createMemory } from '../../src/client/operations.ts';
import type { Transport } from '../../src/client/transport.ts';
import { acknowledgedId } from './protocol.ts';

const concurrentSaves = 4;

/**
 * Saves different texts, tagged `storm` and `name`, until stopped. Lists the confirmed texts in the page. Never retries
 * a failed save, since the service may have stored the text.
 * @returns a function that stops saving and resolves when no save is in flight
 */
export function keepSaving(transport: Transport, name: string): () => Promise<void> {
  const call = callThrough(sendOnce(transport));
  const list = document.createElement('output');
  list.id = acknowledgedId;
  list.hidden = true;
  document.getElementById(acknowledgedId)?.remove();
  document.body.append(list);
  let count = 0;
  const stop = new AbortController();
  const lane = async () => {
    while (!stop.signal.aborted) {
      const number = ++count;
      const content = `${name} ${number} ${'x'.repeat((number % 700) + 1)}`;
      try {
        await call(createMemory, { body: { content, tags: ['storm', name] } });
        list.append(`${content}\n`);
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) throw error;
      }
    }
  };
  const ended = Promise.all(Array.from({ length: concurrentSaves }, lane));
  return async () => {
    stop.abort();
    await ended;
  };
}
