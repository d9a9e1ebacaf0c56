import { Window } from 'happy-dom';
import { render } from 'preact';
import { afterEach, expect, it, vi } from 'vitest';
import { FrameContext } from '../../../../src/ui/components/frame.ts';
import { LibraryContext } from '../../../../src/ui/library/context.ts';
import { DuplicatesSection } from '../../../../src/ui/library/duplicates-section.tsx';
import { JobBar } from '../../../../src/ui/library/job-bar.tsx';
import { holdResponses, passThrough, refuseWith } from '../connection.ts';
import { libraryOn } from './library-on.ts';

afterEach(() => vi.unstubAllGlobals());

const text = 'Leeks want a deep bed, a little lime, and water in every dry week of the long summer';

/** A library with two saves of one page, its section of duplicates and its progress bar. */
async function openDuplicates() {
  const library = libraryOn();
  const url = 'https://example.org/leeks';
  for (const content of [text, `${text}.`])
    await library.connection.client.memories.create({ content, url, tags: ['garden'] });
  const page = new Window();
  for (const name of ['document', 'MutationObserver'] as const) vi.stubGlobal(name, page[name]);
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
  render(
    <FrameContext.Provider value={library}>
      <LibraryContext.Provider value={library}>
        <DuplicatesSection />
        <JobBar />
      </LibraryContext.Provider>
    </FrameContext.Provider>,
    page.document.body,
  );
  const responses = holdResponses();
  library.connection.handleWith(responses.handler);
  const button = (name: string) =>
    [...page.document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name));
  const shows = (wanted: string) => vi.waitFor(() => expect(page.document.body.textContent).toContain(wanted));
  return {
    library,
    responses,
    button,
    shows,
    press: (name: string) => button(name)!.click(),
    isGone: (name: string) => vi.waitFor(() => expect(button(name)).toBeUndefined()),
    release(): void {
      library.connection.handleWith(passThrough);
      responses.release(0);
    },
  };
}

it('looking for duplicates shows its progress at once, and a second press starts no second search', async () => {
  const { responses, button, shows, press, release } = await openDuplicates();
  press('Look for duplicates');
  press('Look for duplicates');
  await shows('Looking for duplicates…');
  expect(button('Pause')).toBeDefined();
  await vi.waitFor(() => expect(button('Look for duplicates')!.getAttribute('aria-disabled')).toBe('true'));
  press('Look for duplicates');
  expect(responses.count()).toBe(1);
  release();
  await shows('1 pair found');
});

it('looking for duplicates can be paused while memories are read', async () => {
  const { library, shows, press, release } = await openDuplicates();
  press('Look for duplicates');
  await shows('Looking for duplicates…');
  press('Pause');
  release();
  await library.connection.untilIdle();
  await shows('Resume');
  expect(library.duplicates.pairs.value).toBeUndefined();
  press('Resume');
  await shows('1 pair found');
});

it('looking for duplicates can be stopped while memories are read, and doesn’t say that there are none', async () => {
  const { library, press, release, isGone } = await openDuplicates();
  press('Look for duplicates');
  await vi.waitFor(() => press('Stop'));
  release();
  await isGone('Stop');
  expect([library.duplicates.pairs.value, library.shownNotice()[0]]).toEqual([undefined, undefined]);
});

it('renaming a tag shows its progress at once', async () => {
  const { library, shows, release, isGone } = await openDuplicates();
  const renaming = library.bulk.renameTag('garden', 'vegetables');
  await shows('Changing tags…');
  release();
  await renaming;
  await isGone('Pause');
  expect(library.shownNotice()).toEqual(['2 memories are now tagged “vegetables”', 'Undo']);
});

it('renaming a tag can be tried again if its memories can’t be read', async () => {
  const { library } = await openDuplicates();
  library.connection.handleWith(refuseWith(503, 'unavailable'));
  await library.bulk.renameTag('garden', 'vegetables');
  expect(library.shownNotice()).toEqual(['The server’s message for unavailable.', 'Try again']);
  library.connection.handleWith(passThrough);
  await library.press();
  expect(library.shownNotice()[0]).toBe('2 memories are now tagged “vegetables”');
});
