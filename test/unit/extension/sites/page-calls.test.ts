import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bridgeCallIn, pageCallIn } from '../../../../src/extension/sites/page-calls.ts';
import { joinedRequest, siteRequestIn } from '../../../../src/extension/sites/request.ts';
import { limits } from '../../../../src/v1/limits.ts';
import { checkProperty } from '../../../support/property.ts';

const request = { commonplace: 1, method: 'GET', path: '/v1/memories', headers: { a: 'b' } };

test.each<[string, object]>([
  ['a request', { id: 1, request }],
  ['a request with a body', { id: 1, request: { ...request, body: '{}' } }],
  ['a call to connect', { id: 2, connect: ['memories:read', 'memories:write'] }],
  ['a question whether the page is connected', { id: 3, connected: true }],
])('reads %s', (_, call) => {
  expect(pageCallIn(structuredClone(call))).toEqual(call);
});

test('reads only the fields of a call', () => {
  const sent = {
    id: 1,
    request: { ...request, vouched: { source: 'popup' } },
    vouched: { source: 'popup' },
    kind: 'site.allow',
  };
  expect(pageCallIn(sent)).toEqual({ id: 1, request });
});

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'request'],
  ['a list', [{ id: 1, connected: true }]],
  ['a call without an id', { connected: true }],
  ['an id that isn’t a number', { id: '1', connected: true }],
  ['two calls in one', { id: 1, connected: true, request }],
  ['an id without a call', { id: 1 }],
  ['a message of the extension’s own pages', { id: 1, kind: 'site.allow', control: { verb: 'state' } }],
  ['a call to connect without scopes', { id: 1, connect: [] }],
  ['an unknown scope', { id: 1, connect: ['memories:read', 'x'] }],
  ['a scope that no page may have', { id: 1, connect: ['tokens:manage'] }],
  ['a header that isn’t a string', { id: 1, request: { ...request, headers: { a: 1 } } }],
  [
    'too many headers',
    {
      id: 1,
      request: { ...request, headers: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`h${index}`, ''])) },
    },
  ],
  ['a path that is too long', { id: 1, request: { ...request, path: `/${'x'.repeat(16_400)}` } }],
  ['a body that isn’t a string', { id: 1, request: { ...request, body: {} } }],
])('refuses %s', (_, message) => {
  expect(pageCallIn(message)).toBeUndefined();
});

test('shortens an oversized body to one character over the limit', () => {
  const call = pageCallIn({ id: 1, request: { ...request, body: 'x'.repeat(64 * limits.bodyBytes) } });
  expect(call && 'request' in call && call.request.body?.length).toBe(limits.bodyBytes + 1);
});

test('accepts a cancellation only from a bridge', () => {
  expect(bridgeCallIn({ cancel: 3 })).toEqual({ cancel: 3 });
  expect(bridgeCallIn({ cancel: 'all' })).toBeUndefined();
  expect(pageCallIn({ cancel: 3 })).toBeUndefined();
});

test('no message causes an error, changes a prototype or passes on an unknown field', async () => {
  const key = fc.oneof(
    fc.constantFrom(
      'id',
      'connect',
      'connected',
      'request',
      'headers',
      'method',
      'path',
      'body',
      'commonplace',
      'cancel',
      'kind',
      'vouched',
      '__proto__',
      'constructor',
      'prototype',
    ),
    fc.string(),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, true, 'memories:read', '/v1/memories', null, undefined, Number.NaN, -1),
      fc.string(),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('any')), { maxLength: 6 }).map(objectOf),
    ),
  })).any;
  const valid = fc.constantFrom<object>(
    { id: 1, connected: true },
    { id: 2, connect: ['memories:read', 'memories:write'] },
    { id: 3, request },
    { id: 4, request: { ...request, body: '{}' } },
  );
  const runs = 5_000;
  let changedAndAccepted = 0;
  await checkProperty(
    'page messages',
    fc.property(valid, fc.array(fc.tuple(fc.nat(), key, value), { maxLength: 3 }), (base, fields) => {
      const message = structuredClone(base);
      for (const [at, name, field] of fields) setField(objectsIn(message), at, name, field);
      const call = bridgeCallIn(message);
      expect(Object.keys({})).toEqual([]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      if (call === undefined) return;
      if (fields.length > 0) changedAndAccepted++;
      expect(Object.keys(call).toSorted().join()).toMatch(/^(?:cancel|connect,id|connected,id|id,request)$/);
      if (!('request' in call)) return;
      const known = ['commonplace', 'method', 'path', 'headers', 'body'];
      expect(Object.keys(call.request).filter((name) => !known.includes(name))).toEqual([]);
      expect(Object.values(call.request.headers).every((text) => typeof text === 'string')).toBe(true);
    }),
    { seed: 12, runs, seconds: 5 },
  );
  // Control: enough changed messages are accepted.
  expect(changedAndAccepted).toBeGreaterThan(runs / 20);
});

const objectsIn = (message: object): object[] => [
  message,
  ...Object.values(message).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? objectsIn(part) : [],
  ),
];

function setField(objects: object[], at: number, name: string, value: unknown): void {
  const object = objects[at % objects.length]!;
  if (Array.isArray(object) && name === 'length') return;
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Creates an object from entries. Like structured cloning, it makes even `__proto__` an own property. */
function objectOf(entries: [string, unknown][]): object {
  const object = {};
  for (const [name, value] of entries) setField([object], 0, name, value);
  return object;
}

test('a request for access is cut to a maximum length, without characters that hide or reverse text', () => {
  const readRequest = (fields: object) =>
    siteRequestIn(JSON.stringify({ name: 'R', reason: 'x', scopes: ['memories:read'], ...fields }));
  expect(readRequest({})).toEqual({ name: 'R', reason: 'x', scopes: ['memories:read'] });
  expect(readRequest({ reason: 'r'.repeat(500) })?.reason).toHaveLength(200);
  expect(readRequest({ name: '🌱'.repeat(100) })?.name).toBe(`${'🌱'.repeat(59)}…`);
  expect(readRequest({ name: 'a\u202Eb\u200B\n\u0000c' })?.name).toBe('a b c');
  expect(readRequest({ name: 7, reason: null })).toMatchObject({ name: '', reason: '' });
  for (const scopes of [[], ['tokens:manage'], 'memories:read', undefined])
    expect(readRequest({ scopes })).toBeUndefined();
  expect(siteRequestIn('{')).toBeUndefined();
  expect(siteRequestIn('[]')).toBeUndefined();
});

test('a page with several requests asks for all their scopes, with the name and reason of the newest', () => {
  const text = (name: string, scopes: string[]) => JSON.stringify({ name, reason: `${name}?`, scopes });
  const [reader, writer] = [text('Reader', ['memories:read']), text('Writer', ['memories:write'])];
  const scopes = ['memories:read', 'memories:write'];
  expect(joinedRequest([reader, writer])).toEqual({ name: 'Writer', reason: 'Writer?', scopes });
  expect(joinedRequest([writer, reader, '{'])).toEqual({ name: 'Reader', reason: 'Reader?', scopes });
  expect(joinedRequest([])).toBeUndefined();
  expect(joinedRequest(['{'])).toBeUndefined();
});
