import { beforeEach, expect, it } from 'vitest';
import { siteNamed } from '../../../../src/lib/site.ts';
import { meaningHost, type MeaningHost } from '../../../support/meaning.ts';

let host: MeaningHost;

beforeEach(async () => {
  host = meaningHost();
  await host.save('Opening hours', { url: 'https://xn--gre-6ka8i.example/shop' });
  await host.save('Closed on Sundays', { url: 'https://example.org/' });
});

it.each([
  ['a word', { query: 'größe' }],
  ['its site', { query: 'hours', filters: { site: siteNamed('größe.example')! } }],
  ['a phrase', { query: 'hours', filters: { phrases: ['größe example'] } }],
  ['a phrase of one word', { query: 'hours', filters: { phrases: ['Größe'] } }],
])('finds an internationalised host in its Unicode form, by %s', async (_, search) => {
  const { body } = await host.send('POST', '/memories/search', { ...search, mode: 'keyword' });
  expect(body.memories.map(({ content }: { content: string }) => content)).toEqual(['Opening hours']);
  expect(body.memories[0].match.certain).toBe(true);
});
