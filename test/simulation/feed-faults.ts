import { randomFrom } from '../../scripts/random.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';
import type { ChangePage } from '../../src/client/contract.ts';
import type { Schedule } from './schedule.ts';

const badItem = { id: 7 } as never;

/**
 * Returns a function that makes some answers of the change feed faulty. With `feed bad item`, every page has an item
 * that isn't a memory. If a page lacks changes, its position is usually past them, so the feed never reports them.
 */
export function feedFaults({ seed, faults }: Pick<Schedule, 'seed' | 'faults'>) {
  /** The positions that the server returned to each device, before any fault. */
  const given = new Map<number, string[]>();
  return (
    { path }: RequestEnvelope,
    response: ResponseEnvelope,
    { device, number, hasFaults }: { device: number; number: number; hasFaults: boolean },
  ): ResponseEnvelope => {
    if (!path.startsWith('/v1/changes') || response.status !== 200) return response;
    const random = randomFrom((seed * 43 + device * 2_053 + number * 49_979_687) >>> 0);
    const [isGone, isCut, isEmpty, isRepeated, goesBack] = (
      ['feed gone', 'feed cut', 'feed empty', 'since repeated', 'since goes back'] as const
    ).map((name) => random() < (faults[name] ?? 0) && hasFaults);
    const page = JSON.parse(response.body!) as ChangePage;
    const asked = new URLSearchParams(path.split('?')[1]).get('since') ?? undefined;
    const earlier = given.get(device) ?? [];
    given.set(device, [...earlier, page.since]);
    if (isGone) {
      const error = { code: 'not_found', message: 'The feed no longer reaches back to `since`.' };
      return { ...response, status: 410, body: JSON.stringify({ error }) };
    }
    if (isCut)
      Object.assign(page, { memories: page.memories.slice(0, -1), more: random() < 0.5 ? page.more : random() < 0.5 });
    if (isEmpty)
      Object.assign(page, { memories: [], erased: [], more: true, ...(random() < 0.5 && asked && { since: asked }) });
    if (isRepeated && asked !== undefined) page.since = asked;
    if (goesBack && earlier.length > 0) page.since = earlier[Math.floor(random() * earlier.length)]!;
    if ('feed bad item' in faults) page.memories.splice(Math.floor(random() * (page.memories.length + 1)), 0, badItem);
    return { ...response, body: JSON.stringify(page) };
  };
}
