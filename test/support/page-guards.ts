import type { Mutation } from './mutation.ts';

/**
 * A guard against hostile pages, the test that fails without the guard, and the threat in docs/security.md, by number
 * or text.
 */
export interface Guard extends Mutation {
  threat: string;
  testFile: string;
  test: string;
}

const sites = 'src/extension/sites';
const bridge = 'src/extension/bridge/bridge.ts';
const unit = 'test/unit/extension';

export const guards: Guard[] = [
  {
    threat: '1 another origin',
    file: `${sites}/origins.ts`,
    guard: 'sender.origin === undefined || sender.origin === origin ? origin : undefined',
    without: "origin?.replace(/^(https:..[a-z]+[.]example).*/, '$1')",
    testFile: `${unit}/sites/origins.test.ts`,
    test: 'is not shop.example for any of 500 addresses that look like it',
  },
  {
    threat: '2 frames',
    file: `${sites}/origins.ts`,
    guard: ' || sender.frameId !== 0',
    without: '',
    testFile: `${unit}/sites/origins.test.ts`,
    test: 'is none for',
  },
  {
    threat: '2 opaque origins',
    file: `${sites}/origins.ts`,
    guard: 'sender.origin === undefined || sender.origin === origin ? origin : undefined',
    without: 'origin',
    testFile: `${unit}/sites/origins.test.ts`,
    test: 'is none for',
  },
  {
    threat: '3 stolen secrets',
    file: `${sites}/page-access.ts`,
    guard: 'vouched: { origin } }',
    without: 'vouched: {} }',
    testFile: `${unit}/sites/page-access.test.ts`,
    test: 'with a secret of another origin is 401',
  },
  {
    threat: '4 changes to memories that others saved',
    file: 'src/service/source.ts',
    guard: 'if (!ownOnly || row.source === sourceOf(sender)) return;',
    without: 'if (!ownOnly || row.source !== undefined) return;',
    testFile: 'test/unit/service/origin.test.ts',
    test: 'with ownOnly, lets a page change what it saved and nothing else',
  },
  {
    threat: '4 a copy of all memories',
    file: 'src/extension/page-log/page-log.ts',
    guard: 'if (minute[kind] <= (site.limits ?? defaultSiteLimits)[kind]) return true;',
    without: 'if (minute[kind] < Infinity) return true;',
    testFile: `${unit}/page-log/page-log.test.ts`,
    test: 'is paused before the response is sent, and can be resumed',
  },
  {
    threat: '5 calls that only own pages may make',
    file: `${sites}/page-calls.ts`,
    guard: 'return call && { ...call, id };',
    without: 'return call && { ...(message as object), ...call, id };',
    testFile: `${unit}/sites/page-calls.test.ts`,
    test: 'reads only the fields of a call',
  },
  {
    threat: '6 other extensions',
    file: `${sites}/origins.ts`,
    guard: 'sender?.id !== ownId || ',
    without: 'sender === undefined || ',
    testFile: `${unit}/sites/origins.test.ts`,
    test: 'is none for',
  },
  {
    threat: '7 other windows',
    file: bridge,
    guard: 'source !== page || from !== origin || ',
    without: '',
    testFile: `${unit}/bridge/bridge.test.ts`,
    test: 'accepts no port from',
  },
  {
    threat: '8 odd messages',
    file: `${sites}/page-calls.ts`,
    guard: 'const { id, connect, connected, request } = fieldsOf(message) ?? {};',
    without: 'const { id, connect, connected, request } = message as Record<string, unknown>;',
    testFile: `${unit}/bridge/fuzz.test.ts`,
    test: 'the bridge forwards only valid calls',
  },
  {
    threat: '9 large bodies',
    file: `${sites}/page-calls.ts`,
    guard: 'body.slice(0, limits.bodyBytes + 1)',
    without: 'body',
    testFile: `${unit}/sites/page-calls.test.ts`,
    test: 'cuts a body that is too long',
  },
  {
    threat: '9 many ports',
    file: bridge,
    guard: 'if (before === undefined && ports.size >= maxPorts) return;',
    without: '',
    testFile: `${unit}/bridge/bridge.test.ts`,
    test: 'accepts 16 ports, and a new port for an id that has one',
  },
  {
    threat: '9 many calls',
    file: `${sites}/page-ports.ts`,
    guard: ' && calls >= maxOpenCalls',
    without: ' && calls < 0',
    testFile: `${unit}/bridge/bridge.test.ts`,
    test: 'the host answers at most 64 calls at once',
  },
  {
    threat: '9 a flood that uses up the requests of own pages',
    file: `${sites}/page-access.ts`,
    guard: 'return window.count < limit;',
    without: 'return true;',
    testFile: `${unit}/sites/page-access.test.ts`,
    test: 'doesn’t use up the requests of the extension’s own pages when it floods',
  },
  {
    threat: '11 text of a page in the log',
    file: 'src/server/http/observe.ts',
    guard: '{ method: context.req.method, route,',
    without: '{ method: context.req.method, address: context.req.url, route,',
    testFile: 'test/server/http/log.test.ts',
    test: 'logs every response without content, query or token',
  },
  {
    threat: '15 clickjacking',
    file: 'src/ui/consent/awake.ts',
    guard: 'timer = setTimeout(() => (isAwake.value = true), wakeMs)',
    without: 'isAwake.value = true',
    testFile: 'test/unit/ui/consent/awake.test.ts',
    test: 'Allow is enabled after the window has been visible and focused for 600 ms',
  },
  {
    threat: '16 nagging',
    file: `${sites}/refusals.ts`,
    guard: '* 2 ** (denials - 1)',
    without: '',
    testFile: `${unit}/sites/refusals.test.ts`,
    test: 'each denial doubles the pause, up to a week; granting access resets it',
  },
  {
    threat: '17 responses that reveal a part of a secret',
    file: 'src/service/principal.ts',
    guard: 'if (row === undefined || !isRight || isExpired(row, now)) throw unauthorized();',
    without:
      "if (row === undefined || isExpired(row, now)) throw unauthorized();\n  if (!isRight) throw new Error('wrong');",
    testFile: 'test/unit/service/token-secrets.test.ts',
    test: 'a wrong secret and an unknown token get the same bytes',
  },
  {
    threat: '18 responses that reveal which ids exist',
    file: 'src/service/visibility.ts',
    guard: 'if (row === undefined || !sees(principal, row)) throw notFound();',
    without: "if (row === undefined) throw notFound();\n  if (!sees(principal, row)) throw forbidden('It is hidden.');",
    testFile: 'test/unit/conformance/in-process.test.ts',
    test: 'hidden:',
  },
  {
    threat: '19 more requests than the rate limit',
    file: 'src/service/rate-limit.ts',
    guard: 'rates.take([principal, ...principal.ancestors], now)',
    without: 'rates.take([{ ...principal, id: crypto.randomUUID() }], now)',
    testFile: `${unit}/bridge/one-rate.test.ts`,
    test: '64 tabs of a site share one rate limit',
  },
  {
    threat: '20 a trace of the extension in a page without access',
    file: bridge,
    guard: 'if (await isGranted()) page.postMessage',
    without: 'page.postMessage',
    testFile: `${unit}/bridge/bridge.test.ts`,
    test: 'gets no answer of any kind',
  },
  {
    threat: '25 a dead connection',
    file: bridge,
    guard: 'if (persisted) loseEngine();',
    without: '',
    testFile: `${unit}/bridge/bridge.test.ts`,
    test: 'can call again after it returns from the back/forward cache',
  },
  {
    threat: '26 access that has ended',
    file: bridge,
    guard: 'for (const [number, { id }] of open) settle(number, { id, answer: { ended: reason } });',
    without: '',
    testFile: `${unit}/bridge/bridge.test.ts`,
    test: 'learns at once that its access ended, in open calls too',
  },
  {
    threat: 'Nobody can tell what a site has read',
    file: 'src/service/recorded.ts',
    guard: 'const stop = await openCall.end(',
    without: 'const stop = void openCall.end(',
    testFile: `${unit}/page-log/page-log.test.ts`,
    test: 'is complete after a kill right after the response',
  },
  {
    threat: 'A site spoils memories',
    file: 'src/service/undo-changes.ts',
    guard: "else if (row.version !== changes.at(-1)?.version) results.push(['spared', id]);",
    without: '',
    testFile: `${unit}/page-log/undo.test.ts`,
    test: 'leaves memories that something else has changed since, and reports what it couldn’t undo',
  },
  {
    threat: 'A request deceives',
    file: `${sites}/request.ts`,
    guard: ".replace(invisible, ' ')",
    without: '',
    testFile: `${unit}/sites/page-calls.test.ts`,
    test: 'a request for access is cut to a maximum length, without characters that hide or reverse text',
  },
];
