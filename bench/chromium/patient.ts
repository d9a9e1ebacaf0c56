import { ServiceError } from '../../src/client/index.ts';

/** Runs `work`. While the service refuses with a `retryAfter`, waits for that time and retries. */
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

export async function inBatches<Item>(size: number, all: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += size) await Promise.all(all.slice(start, start + size).map(work));
}
