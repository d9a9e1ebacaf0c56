import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 15_000;

type Truthy<Result> = Exclude<Result, false | 0 | '' | null | undefined>;

/** Asks `work` every 50 ms until it answers something truthy. What it throws meanwhile is told when patience ends. */
export async function until<Result>(what: string, work: () => Result | Promise<Result>, waitMs: number = patienceMs): Promise<Truthy<Result>> {
  const end = Date.now() + waitMs;
  let last: unknown;
  for (;;) {
    try {
      last = await work();
      if (last) return last as Truthy<Result>;
    } catch (error) {
      last = error;
    }
    if (Date.now() >= end) throw new Error(`Waited ${waitMs} ms in vain for ${what}; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
    await sleep(50);
  }
}
