import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopTime } from '../connection.ts';
import { libraryOn } from '../library/library-on.ts';
import { page, passage, popupOn } from './screen.ts';

beforeEach(() => {
  stopTime();
});

afterEach(() => {
  vi.useRealTimers();
});

const address = page.url!;

/** Saves a note in a popup over no page. Returns the popup and the memory. */
async function saved(content: string, url?: string) {
  const popup = popupOn(undefined);
  await popup.open();
  popup.saving.note(content);
  if (url !== undefined) popup.saving.change({ url });
  await popup.save();
  return { popup, memory: popup.results.view.value!.memories[0]! };
}

describe('a note that is only an address', () => {
  it.each([
    [address, address],
    [`  ${address}\n`, address],
    // Normalised like a page's address in the browser.
    ['HTTPS://Example.org', 'https://example.org/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://web.archive.org/web/2020/https://example.org/', 'https://web.archive.org/web/2020/https://example.org/'],
    [`See ${address}`, null],
    [`${address} ${address}`, null],
    ['https://a.org,https://b.org', null],
    [`<${address}>`, null],
    ['ftp://example.org/a', null],
    ['anna@example.org', null],
    ['https://', null],
  ])('%j has the address %s', async (content, url) => {
    const { memory } = await saved(content);
    expect(memory).toMatchObject({ content: content.trimEnd(), url, capture: { kind: 'note' } });
  });

  it('keeps an address that the user entered', async () => {
    expect((await saved(address, 'https://example.org/other')).memory.url).toBe('https://example.org/other');
  });

  it('has no address if the address is too long to be stored', async () => {
    expect((await saved(`https://example.org/${'ä'.repeat(2_000)}`)).memory.url).toBeNull();
  });

  it('makes its page count as saved, and isn’t replaced by the page’s title', async () => {
    const { popup: first, memory } = await saved(address);
    const popup = popupOn(page, first.connection);
    await popup.open();
    expect([popup.saving.earlier.value?.id, popup.canSave()]).toEqual([memory.id, false]);
    await popup.pageUpdates.update();
    expect(await popup.stored()).toEqual([address]);
    const selected = popupOn(passage, first.connection);
    await selected.open();
    expect([selected.saving.earlier.value, selected.saving.existing.value]).toEqual([undefined, undefined]);
  });

  it('is shown instead of being saved twice, in the popup and in the library', async () => {
    const { popup } = await saved(address);
    popup.saving.note(address);
    await popup.save();
    expect([popup.results.view.value?.single, popup.saving.existing.value?.content]).toEqual([true, address]);

    const library = libraryOn(popup.connection);
    await library.refresh();
    for (const content of [address, 'https://example.org/other', 'https://example.org/other']) {
      library.saving.note(content);
      await library.save();
      library.saving.discard();
    }
    expect(await library.stored()).toEqual(['https://example.org/other', address]);
    await library.actions.remove(library.results.view.value!.memories[0]!);
    library.saving.note('https://example.org/other');
    await library.save();
    expect(library.shownNotice()).toEqual(['Saved', 'Undo']);
  });

  it('leaves the open page recognised as saved when the note is discarded', async () => {
    const first = popupOn(page);
    await first.open();
    await first.save();
    const popup = popupOn(page, first.connection);
    await popup.open();
    await popup.connection.client.memories.create({ content: 'https://a.org/', url: 'https://a.org/' });
    popup.saving.note('https://a.org/');
    await popup.save();
    expect(popup.saving.existing.value?.url).toBe('https://a.org/');
    popup.saving.discard();
    await popup.saving.untilChecked();
    expect(popup.saving.existing.value?.content).toBe(page.title);
  });
});
