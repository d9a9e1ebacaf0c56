import { expect, it } from 'vitest';
import { limits } from '../../../../src/v1/limits.ts';
import { filtersOf, parametersOf } from '../../../../src/ui/state/filters-address.ts';

it.each([
  ['before=2026-03-01', { tags: [], createdBefore: '2026-03-01T00:00:00.000Z' }],
  ['after=2026-03-01T00:00:00%2B02:00', { tags: [], createdAfter: '2026-02-28T22:00:00.000Z' }],
  ['before=%2B012026-03-01T00:00:00Z&after=soon', undefined],
  ['site=WWW.Example.org', { tags: [], site: 'example.org' }],
  ['site=https://example.org/a', undefined],
  ['phrase=%3F&not=&tag=', undefined],
  [`phrase=a${'\u0301'.repeat(limits.combiningMarks + 1)}`, undefined],
])('reads from %s only filters that the service accepts', (address, within) => {
  expect(filtersOf(address).within).toEqual(within);
});

it('reads no more filters than a search may have', () => {
  const address = ['tag', 'phrase', 'not'].flatMap((name) =>
    Array.from({ length: limits.tags + 1 }, (_, index) => `${name}=word${index}`),
  );
  const { tags, phrases, not } = filtersOf(address.join('&')).within!;
  expect([tags, phrases, not].map((all) => all?.length)).toEqual([limits.tags, limits.phrases, limits.phrases]);
});

it('reads back the filters and the query that an address was made from', () => {
  const within = {
    tags: ['a & b'],
    collection: 'col_1',
    site: 'example.org',
    phrases: ['ice cream'],
    not: ['x'],
    createdBefore: '2026-03-01T00:00:00.000Z',
  };
  expect(filtersOf(parametersOf(within, 'boiler'))).toEqual({ within, query: 'boiler' });
});
