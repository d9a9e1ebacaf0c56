import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Ask } from '../../src/client/transports/caller.ts';
import type { VouchedQuestion } from '../../src/extension/engine/serve.ts';
import { inboxRows } from '../../src/extension/inbox/database.ts';
import type { Capture, InboxRow, InboxRows } from '../../src/extension/inbox/row.ts';
import { handleEnvelope } from '../../src/service/envelope.ts';
import type { Page } from '../../scripts/browsers/index.ts';
import { inMemoryStore } from '../../scripts/in-memory-store/index.ts';
import { testClock, type TestClock } from './clock.ts';
import { testService } from './service.ts';

/** The engine and the inbox's storage. Both outlive the extension's background. */
export interface InboxHost {
  clock: TestClock;
  /** Sends a request to the engine as the popup does. */
  send: ReturnType<typeof testService>['send'];
  /** Sends a request to the engine as the inbox does. */
  ask: Ask<VouchedQuestion>;
  /** Opens the inbox's database as a background does at its start. */
  rows(): InboxRows;
  /** The saved texts, oldest first. */
  texts(): Promise<string[]>;
}

export function inboxHost(): InboxHost {
  const clock = testClock();
  const { service, send } = testService(inMemoryStore(), { clock });
  const disk = { indexedDB: new IDBFactory(), IDBKeyRange };
  return {
    clock,
    send,
    ask: ({ request, vouched }) => handleEnvelope(service, request, vouched),
    rows: () => inboxRows({ location: async () => disk }),
    texts: async () =>
      (await send('GET', '/memories?limit=100')).body.memories
        .map((memory: { content: string }) => memory.content)
        .reverse(),
  };
}

export const saving = (content: string): Capture => ({ kind: 'context-menu', memory: { content } });

/**
 * Puts a save into the inbox, like a background that ends before it has sent the save. `own`: a page of the
 * extension.
 */
export async function addToInbox(own: Page, text: string, fields: Partial<InboxRow>): Promise<void> {
  const row: InboxRow = { idempotencyKey: text, ...saving(text), createdAt: Date.now(), ...fields };
  await own.evaluate(
    (json) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('commonplace-inbox');
        opening.onerror = () => reject(new Error('The inbox could not be opened.'));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('rows', 'readwrite');
          transaction.objectStore('rows').put(JSON.parse(json));
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(true);
          };
        };
      }),
    JSON.stringify(row),
  );
}
