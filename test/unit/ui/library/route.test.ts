import { expect, it } from 'vitest';
import { hashOf, routeOf } from '../../../../src/ui/library/route.ts';

it.each([
  [{ section: 'tokens' }, '#tokens'],
  [{ section: 'memories' }, '#memories'],
  [{ section: 'memories', memory: 'mem_1' }, '#memories/mem_1'],
  [{ section: 'memories', memory: 'a/b' }, '#memories/a%2Fb'],
] as const)('a route %o has the hash %s', (route, hash) => {
  expect([hashOf(route), routeOf(hash)]).toEqual([hash, route]);
});

it.each(['', '#', '#nowhere', '#__proto__', '#memories/', '#memories/%E0'])(
  'the address %j leads to the list',
  (hash) => {
    expect(routeOf(hash)).toMatchObject({ section: 'memories' });
    expect(routeOf(hash).memory).toBeUndefined();
  },
);
