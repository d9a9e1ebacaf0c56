import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../../src/v1/limits.ts';
import { unreachable, loseResponse, holdResponses, passThrough, refuseWith, stopTime } from '../connection.ts';
import { page, passage, popupOn } from './screen.ts';

beforeEach(() => {
  stopTime();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the draft', () => {
  it.each([
    [
      'the selection',
      { ...passage, selection: '  Open the valve\n\nuntil water comes \n' },
      { kind: 'selection', content: 'Open the valve\n\nuntil water comes', title: page.title, url: page.url },
    ],
    ['the page’s title if nothing is selected', { ...page, selection: ' \n ' }, { kind: 'page', content: page.title }],
    ['the page’s address if it has no title', { url: page.url, title: ' ' }, { kind: 'page', content: page.url }],
    ['an empty note if there is no page', undefined, { kind: 'note', content: '' }],
    ['an empty note if the page’s address can’t be stored', { title: 'New tab' }, { kind: 'note', content: '' }],
    [
      'the selection without the page’s address if the address can’t be stored',
      { ...passage, url: `https://example.org/${'a'.repeat(limits.urlCharacters)}` },
      { kind: 'selection', url: undefined },
    ],
    [
      'the page with its title cut to the limit, never within a character',
      { ...page, title: '📚'.repeat(limits.titleCharacters + 1) },
      { title: '📚'.repeat(limits.titleCharacters) },
    ],
  ])('is %s', async (_, captured, draft) => {
    const { saving, open: opens } = popupOn(captured);
    await opens();
    expect(saving.draft.value).toMatchObject(draft);
    expect(saving.unreadable.value).toBe(captured === undefined);
  });

  it('is a note if the page can’t be read', async () => {
    const { saving, open: opens } = popupOn(undefined, undefined, {
      capture: () => Promise.reject(new Error('not here')),
    });
    await opens();
    expect([saving.draft.value?.kind, saving.unreadable.value]).toEqual(['note', true]);
  });

  it('stays the note that the user began before the page was read', async () => {
    const { saving, open: opens } = popupOn(passage);
    const opening = opens();
    saving.note('buy washers');
    await opening;
    expect(saving.draft.value).toMatchObject({ kind: 'note', content: 'buy washers' });
  });
});

describe('saving', () => {
  it('saves the edited text with its tags, page and title', async () => {
    const popup = popupOn(passage);
    await popup.open();
    popup.saving.change({ content: 'Open the valve slowly \n', tags: ['home', 'heating'] });
    await popup.save();
    expect(popup.shownNotice()).toEqual(['Saved', 'Undo']);
    const [memory] = popup.results.view.value!.memories;
    expect(memory).toMatchObject({
      content: 'Open the valve slowly',
      tags: ['home', 'heating'],
      url: page.url,
      title: page.title,
      source: 'popup',
    });
    expect(popup.count.value).toBe(1);
    expect(popup.saving.writing.value).toBe(false);
  });

  it.each([
    ['nothing such', []],
    ['valve', [passage.selection]],
  ])('keeps the search for "%s", and shows its results after the save', async (query, found) => {
    const popup = popupOn(passage);
    await popup.open();
    popup.results.type(query);
    vi.advanceTimersByTime(60);
    await popup.connection.untilIdle();
    expect(popup.results.view.value).toMatchObject({ query, memories: [] });
    await popup.save();
    expect(popup.results.view.value?.query).toBe(query);
    expect(popup.results.view.value?.memories.map(({ content }) => content)).toEqual(found);
    expect(await popup.stored()).toEqual([passage.selection]);
  });

  it('a note doesn’t wait for a loading page', async () => {
    const popup = popupOn(undefined, undefined, { capture: () => new Promise(() => {}) });
    void popup.open();
    popup.saving.note('buy washers');
    await popup.save();
    expect(await popup.stored()).toEqual(['buy washers']);
  });

  it('creates the collection named in a draft or in an edit', async () => {
    const popup = popupOn(undefined);
    await popup.open();
    popup.saving.note('buy washers');
    popup.saving.change({ newCollection: ' House ' });
    await Promise.all([popup.save(), popup.collections.named('House')]);
    const [house] = popup.collections.value.value!;
    expect(popup.results.view.value?.memories).toMatchObject([{ content: 'buy washers', collection: house!.id }]);

    const [memory] = popup.results.view.value!.memories;
    popup.actions.edit(memory!, 'text');
    const draft = popup.actions.editing.value!;
    draft.newCollection.value = 'Garden';
    await popup.actions.saveEdit(draft);
    expect(popup.collections.byId(popup.results.view.value!.memories[0]!.collection!)?.name).toBe('Garden');
  });

  it('saves nothing if the collection that the draft names can’t be created', async () => {
    const popup = popupOn(undefined);
    await popup.open();
    popup.saving.note('buy washers');
    popup.connection.handleWith((request, pass) =>
      request.path.endsWith('/collections') ? unreachable(request, pass) : pass(),
    );
    popup.saving.change({ newCollection: 'House' });
    await popup.save();
    expect([await popup.stored(), popup.saving.draft.value?.content]).toEqual([[], 'buy washers']);
    popup.connection.handleWith(passThrough);
    await popup.press();
    expect(await popup.stored()).toEqual(['buy washers']);
  });

  it('creates no collection if the user leaves the edit; Undo restores the typed name', async () => {
    const popup = popupOn(undefined);
    await popup.open();
    popup.actions.edit(await popup.connection.client.memories.create({ content: 'buy washers' }), 'text');
    popup.actions.editing.value!.newCollection.value = 'Zzz';
    popup.actions.leave();
    expect((await popup.connection.sendFromElsewhere('GET', '/collections')).body.collections).toEqual([]);
    await popup.press();
    expect(popup.actions.editing.value?.newCollection.value).toBe('Zzz');
  });

  it('saves a tag that is still being typed', async () => {
    const popup = popupOn(undefined);
    await popup.open();
    popup.saving.note('buy washers');
    popup.saving.change({ tags: ['home'], tagEntry: 'Home, rep' });
    await popup.save();
    expect(popup.results.view.value?.memories).toMatchObject([{ tags: ['home', 'rep'] }]);
  });

  it('saves nothing if the draft is blank', async () => {
    const popup = popupOn(undefined);
    await popup.open();
    popup.saving.note(' \n');
    await popup.save();
    expect(await popup.stored()).toEqual([]);
    expect(popup.shownNotice()).toEqual([undefined, undefined]);
  });

  it('reports progress, and saves once even if requested twice', async () => {
    const popup = popupOn(passage);
    await popup.open();
    const answers = holdResponses();
    popup.connection.handleWith(answers.handler);
    const saving = [popup.save(), popup.save()];
    await popup.connection.untilIdle(1);
    expect(popup.saving.busy.value).toBe(true);
    popup.connection.handleWith(passThrough);
    answers.release(0);
    await Promise.all(saving);
    expect(popup.saving.busy.value).toBe(false);
    expect(await popup.stored()).toEqual([passage.selection]);
  });

  it('rejects a text that is too long before sending', async () => {
    const popup = popupOn({ ...passage, selection: 'ä'.repeat(limits.contentBytes / 2) + 'b' });
    await popup.open();
    popup.connection.sent.length = 0;
    await popup.save();
    expect(popup.shownNotice()).toEqual([
      'A memory holds at most 64 KB of text, and this is longer. Shorten it, then save.',
      undefined,
    ]);
    expect(popup.connection.sent).toEqual([]);
    popup.saving.change({ content: 'ä'.repeat(limits.contentBytes / 2) + ' \n' });
    await popup.save();
    expect(popup.shownNotice()).toEqual(['Saved', 'Undo']);
  });
});

describe('after a save', () => {
  it('starts a blank note without tags, page or title', async () => {
    const popup = popupOn(passage);
    await popup.open();
    popup.saving.change({ tags: ['heating'] });
    await popup.save();
    expect(popup.saving.draft.value).toEqual({ kind: 'note', content: '', tags: [] });

    popup.saving.change({ content: 'buy washers' });
    await popup.save();
    const [next] = popup.results.view.value!.memories;
    expect(next).toMatchObject({ content: 'buy washers', tags: [], collection: null, url: null, title: null });
    popup.keyTargets.open(next!);
    expect(popup.opened.memory.value).toMatchObject({ content: 'buy washers' });
  });

  it('Undo restores the draft', async () => {
    const popup = popupOn(passage);
    await popup.open();
    popup.saving.change({ tags: ['heating'] });
    await popup.save();
    await popup.press();
    expect(popup.saving.draft.value).toMatchObject({
      kind: 'selection',
      content: passage.selection,
      tags: ['heating'],
      url: page.url,
    });
    expect(popup.saving.existing.value).toBeUndefined();
  });

  it('Undo keeps a note that was begun since', async () => {
    const popup = popupOn(passage);
    await popup.open();
    await popup.save();
    popup.saving.note('buy washers');
    await popup.press();
    expect(popup.saving.draft.value).toMatchObject({ kind: 'note', content: 'buy washers' });
  });

  it('keeps text typed during the save', async () => {
    const popup = popupOn(passage);
    await popup.open();
    const answers = holdResponses();
    popup.connection.handleWith(answers.handler);
    const saving = popup.save();
    await popup.connection.untilIdle(1);
    popup.connection.handleWith(passThrough);
    popup.saving.change({ content: 'Open the valve slowly' });
    answers.release(0);
    await saving;
    expect(popup.saving.draft.value?.content).toBe('Open the valve slowly');
  });
});

describe('a failed save', () => {
  it.each([
    ['there is no response', unreachable, 'Commonplace didn’t respond. What you saved is safe on this device.'],
    [
      'the storage is full',
      refuseWith(507, 'storage_full'),
      'This device’s storage is full, so nothing was saved. Free some space, then try again.',
    ],
    ['the service refuses the memory', refuseWith(403, 'quota_exceeded'), 'The server’s message for quota_exceeded.'],
  ])('gives the reason if %s, keeps the draft, and succeeds on a retry', async (_, handler, sentence) => {
    const popup = popupOn(passage);
    await popup.open();
    popup.saving.change({ tags: ['home'] });
    popup.connection.handleWith(handler);
    await popup.save();
    expect(popup.shownNotice()).toEqual([sentence, 'Try again']);
    expect(popup.saving.draft.value).toMatchObject({ content: passage.selection, tags: ['home'] });
    expect(popup.saving.busy.value).toBe(false);
    popup.connection.handleWith(passThrough);
    await popup.press();
    expect(popup.shownNotice()).toEqual(['Saved', 'Undo']);
    expect(await popup.stored()).toEqual([passage.selection]);
  });

  it('adds no second memory on a retry if only the response was lost, unless the text has changed', async () => {
    const popup = popupOn(passage);
    await popup.open();
    popup.connection.handleWith(loseResponse);
    await popup.save();
    popup.connection.handleWith(passThrough);
    await popup.press();
    expect(await popup.stored()).toEqual([passage.selection]);
    popup.connection.handleWith(loseResponse);
    popup.saving.change({ content: 'first' });
    await popup.save();
    popup.saving.change({ content: 'second' });
    popup.connection.handleWith(passThrough);
    await popup.press();
    expect(await popup.stored()).toEqual(['second', 'first', passage.selection]);
  });
});

it('saves the page even if the user presses Enter before the page is read', async () => {
  const capture = Promise.withResolvers<typeof page>();
  const popup = popupOn(undefined, undefined, { capture: () => capture.promise });
  const opened = popup.open();
  expect(popup.keyTargets.canSave()).toBe(true);
  const saved = popup.keyTargets.save();
  capture.resolve(page);
  await Promise.all([opened, saved]);
  expect(popup.results.view.value?.memories).toMatchObject([{ content: page.title, url: page.url }]);
});
