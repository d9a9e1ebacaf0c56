import { randomFrom } from '../random.ts';

/** A message, or a part of a message: any value that a structured clone can carry. */
type Value = unknown;

/** Gives every message a seed of its own, so a run can start at any message. */
const step = 0x9e3779b1;

const names =
  'id connect connected request cancel commonplace method path headers body vouched source origin grantOrigin control kind verb tabId rights answer ended __proto__ constructor prototype toString length 0'.split(
    ' ',
  );
const texts = [
  ...'GET POST PATCH DELETE CONNECT get hello here popup null choose site.allow site.revoke site.wake'.split(' '),
  ...'memories:read tokens:manage memories:import /v1/memories /v1/tokens /v1/memories/../tokens /v2'.split(' '),
  ...'//evil.example/v1 https://evil.example chrome-extension://x {"content":"x"} {"__proto__":{"a":1}} [[[['.split(
    ' ',
  ),
  '',
  'GET\r\nx: y',
  '\u0000',
  '\ud800',
];

/** Requests that the page sends with its read-only token. The token doesn't allow most of them. */
const attempts: [method: string, path: string, body?: object][] = [
  ['POST', '/v1/memories', { content: 'written by the fuzzer' }],
  ['DELETE', '/v1/memories/mem_01jzzzzzzzzzzzzzzzzzzzzzzz?permanent=true'],
  ['GET', '/v1/tokens'],
  ['POST', '/v1/tokens', { name: 'mine', scopes: ['tokens:manage'] }],
  ['POST', '/v1/memories/import', { memories: [] }],
  ['POST', '/v1/collections', { name: 'mine' }],
  ['GET', '/v1/memories?limit=1'],
  ['POST', '/v1/memories/search', { query: 'x', limit: 1 }],
];

export interface Posted {
  /** The number of ports sent with a message to the window; undefined if the message goes to the bridge's port. */
  ports?: number;
  message: Value;
}

/** Message number `index` for a seed. `secret`: the page's own token, which is read-only. */
export function hostileMessage(seed: number, index: number, secret: string): Posted {
  const random = randomFrom((seed ^ Math.imul(index + 1, step)) >>> 0);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;

  function value(depth: number): Value {
    const kind = below(depth > 6 ? 7 : 16);
    if (kind < 3) return oneOf(texts);
    if (kind === 3) return oneOf([0, 1, -1, 2 ** 31, 2 ** 53, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 10n]);
    if (kind === 4) return oneOf([true, false, null, undefined]);
    if (kind === 5) return index;
    if (kind === 6) return String.fromCharCode(...Array.from({ length: below(12) }, () => below(65_536)));
    if (kind < 12) return object(below(6), depth);
    if (kind === 12) return Array.from({ length: below(5) }, () => value(depth + 1));
    if (kind === 13) return oneOf([new Map([['id', 1]]), new Set(['connect']), new Date(0), /a+$/, new Error('x')]);
    if (kind === 14) return oneOf([new Uint8Array(8), new ArrayBuffer(4), Array(1_000)]);
    return cyclic();
  }

  function object(fields: number, depth: number): object {
    const made = {};
    for (let field = 0; field < fields; field++) define(made, oneOf(names), value(depth + 1));
    return made;
  }

  function call(): object {
    const [method, path, body] = oneOf(attempts);
    const headers = { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) };
    return oneOf<() => object>([
      () => ({
        id: index,
        request: { commonplace: 1, method, path, headers, ...(body && { body: JSON.stringify(body) }) },
      }),
      () => ({ id: index, connected: true }),
      () => ({ id: index, kind: 'site.allow', origin: 'https://evil.example', rights: { scopes: ['tokens:manage'] } }),
      () => ({ id: index, control: { verb: 'choose', modelId: 'x' } }),
    ])();
  }

  /** A call with up to three fields, at any depth, removed or set to hostile values. */
  function damagedCall(): object {
    const made = call();
    for (let times = below(4); times > 0; times--) {
      let target = made as Record<string, unknown>;
      while (random() < 0.6) {
        const inner = Object.values(target).filter((part) => isPlain(part));
        if (inner.length === 0) break;
        target = oneOf(inner) as Record<string, unknown>;
      }
      const key = random() < 0.7 ? oneOf(Object.keys(target).concat('id')) : oneOf(names);
      if (random() < 0.3) Reflect.deleteProperty(target, key);
      else define(target, key, value(4));
    }
    return made;
  }

  const large = (): object => {
    const length = 1 + below(600_000);
    return oneOf<() => object>([
      () => ({
        id: index,
        request: { commonplace: 1, method: 'POST', path: '/v1/memories', headers: {}, body: 'x'.repeat(length) },
      }),
      () => ({ id: index, ['x'.repeat(length)]: 1 }),
      () => Object.fromEntries(Array.from({ length: length / 100 }, (_, key) => [`k${key}`, key])),
      () => Array.from({ length: 500 }).reduce<object>((inner) => ({ request: inner }), {}),
    ])();
  };

  const kind = random();
  if (kind < 0.02)
    return { ports: below(3), message: { commonplace: oneOf(['hello', 'here', 'denied']), id: value(3) } };
  if (kind < 0.1) return { ports: below(2), message: value(0) };
  if (kind < 0.101) return { message: large() };
  if (kind < 0.75) return { message: damagedCall() };
  return { message: value(0) };
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Sets an own property, even one with the name `__proto__`. */
function define(object: object, key: string, value: unknown): void {
  Reflect.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function cyclic(): object {
  const made: Record<string, unknown> = { id: 1 };
  made['request'] = made;
  return made;
}
