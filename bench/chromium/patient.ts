import { ServiceError } from '../../src/client/index.ts';

/** Runs `work`. If the service refuses it and says when to retry, waits until then and retries. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.retryAfter === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfter! * 1_000));
    }
  }
}

/** Runs `work` for all items, `size` at a time. */
export async function inBatches<Item>(size: number, all: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += size) await Promise.all(all.slice(start, start + size).map(work));
}
