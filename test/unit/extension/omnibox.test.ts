import { expect, test } from 'vitest';
import { suggestionOf, suggestionsFor } from '../../../src/extension/omnibox.ts';
import { handleEnvelope } from '../../../src/service/envelope.ts';
import { inMemoryStore } from '../../../scripts/in-memory-store/index.ts';
import { testService } from '../../support/service.ts';
import { ownClient } from '../../../src/client/index.ts';
import type { RequestEnvelope } from '../../../src/v1/envelope.ts';

function connect() {
  const { service } = testService(inMemoryStore());
  const sent: RequestEnvelope[] = [];
  const client = ownClient((request) => handleEnvelope(service, request, { source: 'popup' }));
  const ask: Parameters<typeof suggestionsFor>[1] = ({ request, vouched }) => {
    sent.push(request);
    return handleEnvelope(service, request, vouched);
  };
  return { client, ask, sent };
}

test('suggests memories found by keyword; a page opens at its address, a note in the library', async () => {
  const { client, ask } = connect();
  const url = 'https://example.org/boiler';
  await client.memories.create({ content: 'The plumber fixed the boiler', url, title: 'A letter' });
  const note = await client.memories.create({ content: 'Ask about the boiler' });
  expect(new Set(await suggestionsFor('boil', ask, { isXml: false }))).toEqual(
    new Set([
      { content: url, description: 'The plumber fixed the boiler · A letter' },
      { content: `#memories/${note.id}`, description: 'Ask about the boiler' },
    ]),
  );
});

test('sends no search without text, and suggests nothing if a search fails', async () => {
  const { ask, sent } = connect();
  expect(await suggestionsFor(' ', ask, { isXml: false })).toEqual([]);
  expect(sent).toEqual([]);
  expect(await suggestionsFor('boiler', () => Promise.reject(new Error('nobody there')), { isXml: false })).toEqual([]);
});

test('escapes text that the address bar would interpret as markup', async () => {
  const { client } = connect();
  const memory = await client.memories.create({ content: '<url>https://evil.example</url> & "more"' });
  expect(suggestionOf(memory, { isXml: true }).description).toBe(
    '&#60;url&#62;https://evil.example&#60;/url&#62; &#38; &#34;more&#34;',
  );
});
