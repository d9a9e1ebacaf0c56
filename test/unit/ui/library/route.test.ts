import { expect, it } from 'vitest';
import { hashOf, routeOf } from '../../../../src/ui/library/route.ts';

it.each([
  [{ section: 'tokens' }, '#tokens'],
  [{ section: 'transfer' }, '#transfer'],
  [{ section: 'memories' }, '#memories'],
  [{ section: 'memories', memory: 'mem_1' }, '#memories/mem_1'],
  [{ section: 'memories', memory: 'a/b' }, '#memories/a%2Fb'],
  [
    {
      section: 'memories',
      memory: 'mem_1',
      within: { collection: 'col_1', tags: ['a&b', 'ü'], createdBefore: '2026-03-01T00:00:00.000Z' },
      query: 'boiler #2',
    },
    '#memories/mem_1?collection=col_1&tag=a%26b&tag=%C3%BC&before=2026-03-01T00%3A00%3A00.000Z&q=boiler+%232',
  ],
] as const)('%o becomes %s and back', (route, hash) => {
  expect([hashOf(route), routeOf(hash)]).toEqual([hash, route]);
});

it.each(['', '#', '#nowhere', '#__proto__', '#memories/', '#memories/%E0', '#memories?before=never'])(
  '%j opens the list',
  (hash) => {
    expect(routeOf(hash)).toMatchObject({ section: 'memories' });
    expect([routeOf(hash).memory, routeOf(hash).within]).toEqual([undefined, undefined]);
  },
);
