import { IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { vi } from 'vitest';

interface Internals {
  _execRequestAsync(of: { source: unknown; operation: () => unknown }): IDBRequest;
  _abort(errorName: string | null): void;
  _requests: unknown[];
  _start(): void;
}

const internalsOf = (transaction: IDBTransaction) => transaction as unknown as Internals;

/** When a write fails: at its request, by an abort after the request succeeded, or at the commit. */
export type FailureAt = 'request' | 'abort' | 'commit';

/** Counts the requests to put or delete a row of a database, and makes the `nth` of them fail with this error. */
export function failWrite(database: string, at: FailureAt, nth: number, errorName: string): { writes: () => number } {
  let writes = 0;
  let doomed: IDBTransaction | undefined;
  for (const name of ['put', 'delete'] as const) {
    const method = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
      const { transaction } = this;
      const fails = transaction.db.name === database && transaction.mode === 'readwrite' && ++writes === nth;
      if (!fails) return method.apply(this, args);
      if (at === 'request') {
        const operation = () => {
          throw new DOMException('Made to fail', errorName);
        };
        return internalsOf(transaction)._execRequestAsync({ source: this, operation });
      }
      const request = method.apply(this, args);
      if (at === 'abort') request.addEventListener('success', () => internalsOf(transaction)._abort(errorName));
      else doomed = transaction;
      return request;
    } as never);
  }
  const start = internalsOf(IDBTransaction.prototype)._start;
  vi.spyOn(IDBTransaction.prototype as unknown as Internals, '_start').mockImplementation(function (this: Internals) {
    const isCommitting = this === (doomed as unknown) && this._requests.length === 0;
    if (!isCommitting) return start.call(this);
    doomed = undefined;
    this._abort(errorName);
  });
  return { writes: () => writes };
}
