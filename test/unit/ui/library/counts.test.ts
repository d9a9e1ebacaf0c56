import { Window } from 'happy-dom';
import { h, render } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { SideLists } from '../../../../src/ui/library/side-lists.tsx';
import { passThrough, refuseWith } from '../connection.ts';
import { libraryOn } from './library-on.ts';

test('hides counts that a refused request leaves unknown, until they can be read again', async () => {
  const { document } = new Window();
  vi.stubGlobal('document', document);
  const library = libraryOn();
  const { client } = library.connection;
  const { id: collection } = await client.collections.create({ name: 'House' });
  for (const content of ['one', 'two']) await client.memories.create({ content, tags: ['home'], collection });
  await library.refresh();
  const body = document.body as unknown as Element;
  render(h(LibraryContext.Provider, { value: library, children: h(SideLists, {}) }), body);
  onTestFinished(() => {
    render(null, body);
    vi.unstubAllGlobals();
  });
  const shown = () => [
    library.usage.current.value?.memories.used,
    ...[...body.querySelectorAll('li')].map(({ textContent }) => textContent),
  ];
  expect(shown()).toEqual([2, 'House2', '#home2']);

  const refuse = refuseWith(429, 'rate_limited');
  library.connection.handleWith((request, pass) => (request.method === 'GET' ? refuse(request, pass) : pass()));
  await library.bulk.remove(library.results.view.value!.memories.slice(0, 1));
  await vi.waitFor(() => expect(shown()).toEqual([undefined, 'House', '#home']));

  library.connection.handleWith(passThrough);
  await library.press();
  await vi.waitFor(() => expect(shown()).toEqual([2, 'House2', '#home2']));
});
