import {
  Commonplace,
  ConnectionFailed,
  NotFound,
  PreconditionFailed,
  type ClientOptions,
} from '../../src/client/package/index.ts';

const workers = 8;

const tag = 'change';

export type Changed = [content: string, version: number];

export interface ChangesResult {
  /** The number of different memories in the list before any was deleted. */
  listed: number;
  found: Changed[];
  /** Requests that were refused because of the rate limit. */
  refused: number;
}

/** The minimum number of successful saves, edits and deletions. */
export const requestsFor = (count: number): number => count * 1.75;

export const expectedAfterChanges = (count: number): Changed[] =>
  Array.from({ length: count }, (_, number): Changed =>
    number < count / 2 ? [`note ${number}`, 1] : [`changed ${number}`, 2],
  )
    .slice(count / 4)
    .sort(byContent);

/**
 * Saves `count` memories, pages through them, edits half of them and deletes a quarter, with the published client.
 * `onSuccess` is called after each request that succeeded.
 */
export async function makeChanges(
  options: ClientOptions,
  count: number,
  onSuccess: () => void,
): Promise<ChangesResult> {
  let refused = 0;
  const { memories } = new Commonplace({
    ...options,
    maxRetries: 30,
    log: (event) => {
      if (event.event !== 'response') return;
      if (event.status < 300) onSuccess();
      if (event.status === 429) refused++;
    },
  });
  const numbers = Array.from({ length: count }, (_, number) => number);
  const saved = new Map<number, { id: string; version: number }>();
  await onAll(numbers, async (number) => {
    saved.set(number, await memories.create({ content: `note ${number}`, tags: [tag] }));
  });
  const ids = new Set<string>();
  for await (const { id } of memories.list({ tag: [tag], limit: 100 })) ids.add(id);
  await onAll(numbers.slice(count / 2), async (number) => {
    const { id, version } = saved.get(number)!;
    const change = () => memories.update(id, { content: `changed ${number}` }, { ifVersion: version });
    await untilCarriedOut(change, PreconditionFailed);
  });
  await onAll(numbers.slice(0, count / 4), (number) =>
    untilCarriedOut(() => memories.delete(saved.get(number)!.id), NotFound),
  );
  const found: Changed[] = [];
  for await (const { content, version } of memories.list({ tag: [tag], limit: 100 })) found.push([content, version]);
  return { listed: ids.size, found: found.sort(byContent), refused };
}

/**
 * Repeats a change after a broken connection. The first attempt may have been carried out; a repetition is then refused
 * with an error of the class `refusal`.
 */
async function untilCarriedOut(
  change: () => Promise<unknown>,
  refusal: typeof NotFound | typeof PreconditionFailed,
): Promise<void> {
  for (let isInDoubt = false; ; isInDoubt = true) {
    try {
      return void (await change());
    } catch (error) {
      if (isInDoubt && error instanceof refusal) return;
      if (!(error instanceof ConnectionFailed)) throw error;
    }
  }
}

async function onAll<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

const byContent = ([one]: Changed, [other]: Changed) => (one < other ? -1 : 1);
