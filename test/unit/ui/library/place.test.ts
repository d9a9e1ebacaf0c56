import { expect, it } from 'vitest';
import { hashOf, placeOf } from '../../../../src/ui/library/place.ts';

it.each([
  [{ section: 'tokens' }, '#tokens'],
  [{ section: 'memories' }, '#memories'],
  [{ section: 'memories', memory: 'mem_1' }, '#memories/mem_1'],
  [{ section: 'memories', memory: 'a/b' }, '#memories/a%2Fb'],
] as const)('a place %o has the address %s', (place, hash) => {
  expect([hashOf(place), placeOf(hash)]).toEqual([hash, place]);
});

it.each(['', '#', '#nowhere', '#__proto__', '#memories/', '#memories/%E0'])(
  'the address %j leads to the list',
  (hash) => {
    expect(placeOf(hash)).toMatchObject({ section: 'memories' });
    expect(placeOf(hash).memory).toBeUndefined();
  },
);
