import type { ResponseEnvelope } from '../../src/v1/envelope.ts';
import { isRefused } from './elsewhere.ts';
import type { Refusals } from './families.ts';
import type { ModelResponse, ModelServer } from './model-server.ts';
import { quotaDayMs, type Quota } from './schedule.ts';
import { epoch } from './timeline.ts';

/** The wait that a 429 response demands, in its header and body. `seconds`: the shortest wait that they allow. */
interface OddWait {
  headers: Record<string, string>;
  retryAfter: unknown;
  seconds: number;
}

const oddTexts: [text: string, seconds: number][] = [
  ['0', 0],
  ['-5', 0],
  ['NaN', 0],
  ['soon', 0],
  ['Mon, 05 Jan 2015 00:00:00 GMT', 0],
  ['20s', 20],
  ['20000ms', 20],
];

/**
 * Returns a wait that is zero, in the past, in an odd unit or not a time at all. The wait is in the header, the body or
 * both.
 */
export function oddWait(random: () => number): OddWait {
  const [text, seconds] = oddTexts[Math.floor(random() * oddTexts.length)]!;
  const where = random();
  return { headers: where < 0.7 ? { 'retry-after': text } : {}, retryAfter: where < 0.4 ? null : text, seconds };
}

const offersHeader = 'memory-extensions';

/**
 * Drops the header that lists the server's extensions, as a proxy may do, or lists only some of them, as an older
 * server does.
 */
export function hideOffers(
  response: ResponseEnvelope,
  { hidesAll, hidesSome, random }: { hidesAll: boolean; hidesSome: boolean; random: () => number },
): ResponseEnvelope {
  const { [offersHeader]: offers, ...headers } = response.headers;
  if (offers === undefined || !(hidesAll || hidesSome)) return response;
  if (hidesAll) return { ...response, headers };
  const some = offers.split(', ').filter((name) => name.includes('=') || random() < 0.5);
  return { ...response, headers: { ...headers, [offersHeader]: some.join(', ') } };
}

/** Returns a function that refuses writes that the plan doesn't allow. Some refusals say when the day ends. */
export function quotaRefusal({ memories, writesADay }: Quota, now: () => number) {
  let [day, writes] = [0, 0];
  return (request: string, server: ModelServer): ModelResponse | undefined => {
    const today = Math.floor((now() - epoch) / quotaDayMs);
    if (today !== day) [day, writes] = [today, 0];
    const isFull = request === 'POST /memories' && server.liveMemories().length >= memories;
    if (!isFull && writes++ < writesADay) return undefined;
    const retryAfter = isFull ? undefined : Math.ceil((epoch + (day + 1) * quotaDayMs - now()) / 1_000);
    const error = { code: 'quota_exceeded', message: 'The plan is used up.', retryAfter };
    return { status: isFull ? 403 : 402, headers: {}, body: { error } };
  };
}

/** The refusal of a write whose text the server doesn't accept; otherwise undefined. */
export function textRefusal(body: string | undefined, refusals: Refusals | undefined): ModelResponse | undefined {
  if (refusals === undefined || body === undefined) return undefined;
  const { content } = JSON.parse(body) as { content?: unknown };
  if (typeof content !== 'string' || !isRefused(content, refusals)) return undefined;
  return {
    status: refusals.status,
    headers: {},
    body: { error: { code: 'invalid_request', message: 'Not this text.' } },
  };
}

/**
 * Returns a function that replaces `nextCursor` in a list, or returns undefined if it replaces nothing. With `repeats`,
 * the new cursor leads to the same page again. With `loops`, the new cursor leads back to the second page.
 */
export function cursorFaults() {
  const secondCursors = new Map<number, string>();
  return (
    device: number,
    path: string,
    response: ResponseEnvelope,
    { repeats, loops }: { repeats: boolean; loops: boolean },
  ): ResponseEnvelope | undefined => {
    const cursor = new URLSearchParams(path.split('?')[1]).get('cursor');
    const body = JSON.parse(response.body ?? 'null') as { nextCursor?: string | null } | null;
    if (cursor === null && body?.nextCursor) secondCursors.set(device, body.nextCursor);
    const next = repeats ? cursor : loops ? secondCursors.get(device) : undefined;
    if (next === null || next === undefined || response.status !== 200) return undefined;
    return { ...response, body: JSON.stringify({ ...body, nextCursor: next }) };
  };
}
