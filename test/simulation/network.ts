import { ConnectionFailed } from '../../src/client/errors.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { RequestEnvelope, ResponseEnvelope } from '../../src/v1/envelope.ts';
import { randomFrom } from '../../scripts/random.ts';
import { feedFaults } from './feed-faults.ts';
import { modelRequest, type ModelResponse, type ModelServer } from './model-server.ts';
import { gatewayAnswer, type Outage } from './outages.ts';
import { cursorFaults, hideOffers, oddWait, quotaRefusal, textRefusal } from './rare-faults.ts';
import type { Fault, Schedule } from './schedule.ts';
import type { Timeline } from './timeline.ts';

const timeoutMs = 25_000;
const batchPath = '/v1/batch';
const tokens = { own: 'token', second: 'second', other: 'token' } satisfies Record<Account, string>;

/** Whose token a device has; `second`: another token of the device's own account. */
export type Account = 'own' | 'second' | 'other';

export interface Network {
  hasFaults: boolean;
  writes: number;
  readsOf(device: number): number;
  /** Forgets a wait that the server demanded at this very moment: the process died before it could store the wait. */
  processEnded(device: number): void;
  /** What happens to all requests of a device from now on; undefined: nothing special. */
  setOutage(device: number, outage: Outage | undefined): void;
  /** The device no longer knows how long to wait: its clock or its disk has changed. */
  pauseLost(device: number): void;
  transportOf(
    device: number,
    isAlive: () => boolean,
    onSend: (request: RequestEnvelope) => void,
    account?: Account,
  ): Transport;
}

/**
 * Everything between the devices and the server. Random choices depend only on the seed, the device and the request's
 * number.
 */
export function networkOf(
  { seed, faults, quota, refusals, drifts }: Pick<Schedule, 'seed' | 'faults' | 'quota' | 'refusals' | 'drifts'>,
  {
    timeline,
    server,
    otherAccount = server,
    onCreate,
    onEdit,
    onViolation,
  }: {
    timeline: Timeline;
    server: ModelServer;
    /** The server as another account sees it. */
    otherAccount?: ModelServer;
    /** Called when the server has created a memory with this text, or refused to because of the text. */
    onCreate: (content: string) => void;
    onEdit: (device: number, path: string, content: string) => void;
    onViolation: (text: string) => void;
  },
): Network {
  /** When a device's clock shows that a wait is over, at least this share of the wait has really passed. */
  const measured = drifts === undefined ? 1 : 0.99;
  const sent = new Map<number, number>();
  const reads = new Map<number, number>();
  /** When a device was told to wait, until when, and whose token it had sent. */
  const limited = new Map<number, { account: Account; since: number; until: number }>();
  const outages = new Map<number, Outage | undefined>();
  const network: Network = {
    hasFaults: true,
    writes: 0,
    readsOf: (device) => reads.get(device) ?? 0,
    transportOf,
    processEnded: (device) => {
      if (limited.get(device)?.since === timeline.now) limited.delete(device);
    },
    setOutage: (device, outage) => void outages.set(device, outage),
    pauseLost: (device) => void limited.delete(device),
  };
  const withCursors = cursorFaults();
  const withFeedFaults = feedFaults({ seed, faults });
  const hasCursorFaults = 'cursor repeated' in faults || 'cursor loop' in faults;
  const refuseByQuota = quota && quotaRefusal(quota, () => timeline.now);
  const extensions = server.extensions === undefined ? {} : { 'memory-extensions': server.extensions };

  /** `failing`: the index of the request of a batch that fails before it is carried out. */
  function carryOut(
    device: number,
    request: RequestEnvelope,
    { account, failing = -1 }: { account: Account; failing?: number },
  ): ModelResponse {
    let index = 0;
    const headers = { ...request.headers, authorization: `Bearer ${tokens[account]}` };
    if (account === 'other') {
      if (request.method !== 'GET')
        onViolation(`P10: device ${device} sends ${request.method} ${request.path} to another account`);
      return otherAccount.respond(modelRequest({ ...request, headers }));
    }
    return server.respond(modelRequest({ ...request, headers }), ({ method, path, body }, run) => {
      if (index++ === failing) return { status: 503, headers: {}, body: errorBody('unavailable') };
      const isRead = method === 'GET';
      if (isRead) reads.set(device, network.readsOf(device) + 1);
      else network.writes++;
      const refusal = isRead || !network.hasFaults ? undefined : refuseByQuota?.(`${method} ${path}`, server);
      const badText = textRefusal(body, isRead ? undefined : refusals);
      const response = refusal ?? badText ?? run();
      // A memory whose text is refused stays on its device, so it counts as created too.
      if (!isRead && path === '/memories' && (response.status < 300 || response === badText))
        onCreate(bodyOf(body).content as string);
      const { content } = method === 'PATCH' && response.status < 300 ? bodyOf(body) : {};
      if (typeof content === 'string') onEdit(device, path, content);
      if (!isRead || response.status >= 400)
        timeline.note(`server: ${method} ${path} of device ${device} ${body ?? ''} → ${response.status}`);
      return response;
    });
  }

  function envelope({ status, headers, body }: ModelResponse): ResponseEnvelope {
    return { commonplace: 1, status, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  }

  function transportOf(
    device: number,
    isAlive: () => boolean,
    onSend: (request: RequestEnvelope) => void,
    account: Account = 'own',
  ): Transport {
    return (request) => {
      const number = (sent.get(device) ?? 0) + 1;
      sent.set(device, number);
      onSend(request);
      const random = randomFrom((seed * 31 + device * 7_919 + number * 104_729) >>> 0);
      const happens = (name: Fault) => network.hasFaults && random() < (faults[name] ?? 0);
      // Rare faults have random numbers of their own, so the other faults of a seed stay as they are.
      const rare = randomFrom((seed * 37 + device * 6_151 + number * 15_485_863) >>> 0);
      const happensRarely = (name: Fault) => network.hasFaults && rare() < (faults[name] ?? 0);
      const oddRandom = randomFrom((seed * 41 + device * 4_099 + number * 32_452_843) >>> 0);
      const [hidesAll = false, hidesSome = false] = (['no header', 'fewer extensions'] as const).map(
        (name) => network.hasFaults && oddRandom() < (faults[name] ?? 0),
      );
      // A new token may belong to another account, so the wait ends.
      if (limited.get(device)?.account !== account) limited.delete(device);
      if (timeline.now < (limited.get(device)?.until ?? 0))
        onViolation('P8: a request left before the time that the server named');
      return new Promise((resolve, reject) => {
        const ifAlive = (settle: () => void) => () => {
          if (isAlive()) settle();
        };
        const fail = (delay: number, message: string) =>
          timeline.after(
            delay,
            ifAlive(() => {
              timeline.note(`device ${device}: ${request.method} ${request.path} fails: ${message}`);
              reject(new ConnectionFailed(message));
            }),
          );
        const answer = (response: ResponseEnvelope, delay: number) =>
          timeline.after(
            delay,
            ifAlive(() => resolve(hideOffers(response, { hidesAll, hidesSome, random: oddRandom }))),
          );
        const outage = network.hasFaults ? outages.get(device) : undefined;
        if (outage === 'offline') return fail(1_000, 'offline');
        if (outage === 'gateway') return answer(gatewayAnswer(request.method, number), 100);
        /** How long the request and the response take, in milliseconds. */
        let [there, back] = [5 + Math.floor(random() * 150), 5 + Math.floor(random() * 150)];
        if (happens('slow')) there += Math.floor(random() * 40_000);
        if (happens('slow')) back += Math.floor(random() * 40_000);
        if (happens('late')) there += Math.floor(random() * 1_200_000);
        /** Records a wait that the server demands. It begins when the response arrives: the device knows of it then. */
        const limit = (seconds: number) =>
          timeline.after(
            there + back,
            ifAlive(() => {
              const { now } = timeline;
              limited.set(device, { account, since: now, until: now + seconds * 1_000 * measured - 1 });
            }),
          );
        if (happens('lost')) return fail(timeoutMs, 'lost');
        if (happens('limited')) {
          const seconds = 1 + Math.floor(random() * 90);
          limit(seconds);
          return answer(limitedAnswer(seconds, random, extensions), there + back);
        }
        if (happensRarely('odd wait')) {
          const { headers, retryAfter, seconds } = oddWait(rare);
          limit(seconds);
          const error = { code: 'rate_limited', message: 'Too many requests.', retryAfter };
          const body = JSON.stringify({ error });
          return answer({ commonplace: 1, status: 429, headers: { ...extensions, ...headers }, body }, there + back);
        }
        if (happensRarely('redirected')) return fail(there + back, 'redirected');
        if (happensRarely('cursor expired') && /[?&](?:cursor|since)=/.test(request.path))
          return answer(errorAnswer(rare() < 0.5 ? 410 : 400, extensions), there + back);
        const isBare = happensRarely('no content');
        const [repeats, loops] = [happensRarely('cursor repeated'), happensRarely('cursor loop')];
        if (happens('unauthorized')) return answer(errorAnswer(401, extensions), there + back);
        if (happens('fails before')) return answer(errorAnswer(503, extensions), there + back);
        if (happens('not found') && request.method === 'GET') return answer(errorAnswer(404, extensions), there + back);
        const [losesAnswer, failsAfter, isGarbage] = [
          happens('answer lost'),
          happens('fails after'),
          happens('garbage'),
        ];
        const [isEmpty, isCut] = [happens('empty'), happens('cut list')];
        const failing = request.path === batchPath && happens('fails before') ? Math.floor(random() * 3) : -1;
        const hasBadItem = faults['bad item'] !== undefined && server.extensions === undefined;
        if (happens('twice') && request.method !== 'GET')
          timeline.after(there + Math.floor(random() * 300_000), () => void carryOut(device, request, { account }));
        timeline.after(there, () => {
          const { hasFaults } = network;
          const carriedOut = envelope(carryOut(device, request, { account, failing }));
          const response =
            account === 'other' ? carriedOut : withFeedFaults(request, carriedOut, { device, number, hasFaults });
          if (there + back > timeoutMs || losesAnswer) return fail(Math.max(0, timeoutMs - there), 'no answer in time');
          if (failsAfter) return answer(errorAnswer(502, extensions), back);
          if (isBare && response.status < 300)
            return answer({ commonplace: 1, status: 204, headers: response.headers }, back);
          if (hasCursorFaults && request.path.startsWith('/v1/memories?')) {
            const faulty = withCursors(device, request.path, response, { repeats, loops });
            if (faulty !== undefined) return answer(faulty, back);
          }
          if (isGarbage) return answer({ ...response, body: '<html>Sign in to the train</html>' }, back);
          if (isEmpty && request.path.startsWith('/v1/memories?'))
            return answer({ ...response, body: '{"memories":[],"nextCursor":null}' }, back);
          if (isCut && request.path.startsWith('/v1/memories?')) return answer(cutShort(response), back);
          return answer(hasBadItem ? withBadItem(response) : response, back);
        });
        return undefined;
      });
    };
  }

  return network;
}

const bodyOf = (body = '{}') => JSON.parse(body) as Record<string, unknown>;

function limitedAnswer(seconds: number, random: () => number, extensions: object): ResponseEnvelope {
  const headers: Record<string, string> = random() < 0.7 ? { 'retry-after': String(seconds) } : {};
  const retryAfter = Object.keys(headers).length > 0 && random() < 0.5 ? {} : { retryAfter: seconds };
  return {
    commonplace: 1,
    status: 429,
    headers: { ...extensions, ...headers },
    body: JSON.stringify({ error: { code: 'rate_limited', message: 'Too many requests.', ...retryAfter } }),
  };
}

const errorBody = (code: string) => ({ error: { code, message: 'It failed.' } });

const errorAnswer = (status: number, extensions: object): ResponseEnvelope => ({
  commonplace: 1,
  status,
  headers: { ...extensions },
  body: JSON.stringify(errorBody('failed')),
});

function cutShort(response: ResponseEnvelope): ResponseEnvelope {
  const body = JSON.parse(response.body ?? 'null') as { memories?: unknown[] } | null;
  if (!Array.isArray(body?.memories)) return response;
  return { ...response, body: JSON.stringify({ memories: body.memories.slice(0, -1), nextCursor: null }) };
}

function withBadItem(response: ResponseEnvelope): ResponseEnvelope {
  const body = JSON.parse(response.body ?? 'null') as { memories?: unknown[] } | null;
  if (!Array.isArray(body?.memories)) return response;
  return { ...response, body: JSON.stringify({ ...body, memories: [{ id: 7 }, ...body.memories] }) };
}
