import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unreachable, passThrough, refuseWith, stopTime } from '../connection.ts';
import { page, passage, popupOn, type PopupOn } from './screen.ts';

let popup: PopupOn;

beforeEach(async () => {
  stopTime();
  popup = popupOn(passage);
  await popup.connection.client.memories.create({ content: 'first', tags: ['old'] });
  await popup.open();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const top = () => popup.results.view.value!.memories[0]!;
const inTrash = async () =>
  (await popup.connection.sendFromElsewhere('GET', '/memories?deleted=true')).body.memories.length;

describe('undo', () => {
  it('of a save removes the memory from the list, the count and the page’s status', async () => {
    await popup.save();
    expect([popup.shown(), popup.count.value]).toEqual([[passage.selection, 'first'], 2]);
    await popup.press();
    expect(await popup.stored()).toEqual(['first']);
    expect([popup.shown(), popup.count.value, popup.saving.existing.value]).toEqual([['first'], 1, undefined]);
    expect(popup.shownNotice()).toEqual(['Undone', undefined]);
  });

  it('of a deletion restores the memory to its position', async () => {
    await popup.save();
    await popup.actions.remove(popup.results.view.value!.memories[1]!);
    expect([popup.shown(), popup.count.value, await inTrash()]).toEqual([[passage.selection], 1, 1]);
    expect(popup.shownNotice()).toEqual(['Deleted', 'Undo']);
    await popup.press();
    expect([popup.shown(), popup.count.value, await inTrash()]).toEqual([[passage.selection, 'first'], 2, 0]);
  });

  it('of a change restores the text and tags', async () => {
    await popup.actions.change(top(), { content: 'second', tags: ['new'] });
    expect(top()).toMatchObject({ content: 'second', tags: ['new'], version: 2 });
    expect(popup.shownNotice()).toEqual(['Changed', 'Undo']);
    await popup.press();
    expect(top()).toMatchObject({ content: 'first', tags: ['old'] });
    expect(await popup.stored()).toEqual(['first']);
  });

  it('by keyboard reverts the newest action, then the previous one', async () => {
    await popup.save();
    await popup.actions.remove(popup.results.view.value!.memories[1]!);
    await popup.notices.undo();
    expect(await popup.stored()).toEqual([passage.selection, 'first']);
    await popup.notices.undo();
    expect(await popup.stored()).toEqual(['first']);
    await popup.notices.undo();
    expect(await popup.stored()).toEqual(['first']);
  });

  it('is offered for ten seconds', async () => {
    await popup.actions.remove(top());
    vi.advanceTimersByTime(10_000);
    expect(popup.shownNotice()).toEqual([undefined, undefined]);
    await popup.notices.undo();
    expect(await popup.stored()).toEqual([]);
  });

  it('reports a missing response, and works on a retry', async () => {
    await popup.actions.remove(top());
    popup.connection.handleWith(unreachable);
    await popup.press();
    expect(popup.shownNotice()).toEqual(['Commonplace didn’t respond. What you saved is safe on this device.', 'Undo']);
    popup.connection.handleWith(passThrough);
    await popup.press();
    expect([popup.shown(), await popup.stored()]).toEqual([['first'], ['first']]);
  });

  it('of a change fails if the memory was changed elsewhere since', async () => {
    await popup.actions.change(top(), { content: 'second' });
    await popup.connection.sendFromElsewhere('PATCH', `/memories/${top().id}`, { content: 'third' });
    await popup.press();
    expect(popup.notices.current.value?.tone).toBe('failed');
    expect(await popup.stored()).toEqual(['third']);
  });
});

describe('deleting', () => {
  it('happens once, even if requested twice', async () => {
    const memory = top();
    popup.connection.sent.length = 0;
    await Promise.all([popup.actions.remove(memory), popup.actions.remove(memory)]);
    expect(popup.connection.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(popup.shownNotice()).toEqual(['Deleted', 'Undo']);
  });

  it('leaves the memory in the list on failure, and can be retried', async () => {
    popup.connection.handleWith(refuseWith(507, 'storage_full'));
    await popup.actions.remove(top());
    expect(popup.shown()).toEqual(['first']);
    expect(popup.shownNotice()).toEqual([
      'This device’s storage is full, so nothing was saved. Free some space, then try again.',
      'Try again',
    ]);
    popup.connection.handleWith(passThrough);
    await popup.press();
    expect([popup.shown(), popup.shownNotice()]).toEqual([[], ['Deleted', 'Undo']]);
  });
});

describe('editing', () => {
  it('changes nothing on failure, and keeps the editor open', async () => {
    popup.actions.edit(top(), 'text');
    popup.connection.handleWith(unreachable);
    await expect(popup.actions.change(top(), { content: 'second' })).rejects.toThrow();
    expect(popup.actions.editing.value).toBeDefined();
    expect(popup.shown()).toEqual(['first']);
  });

  it('overwrites a change made elsewhere only if the user saves again', async () => {
    const before = top();
    await popup.connection.sendFromElsewhere('PATCH', `/memories/${before.id}`, { content: 'theirs' });
    await expect(popup.actions.change(before, { content: 'mine' })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await popup.stored()).toEqual(['theirs']);
    popup.actions.edit(before, 'text');
    const draft = popup.actions.editing.value!;
    draft.content.value = 'mine';
    await popup.actions.saveEdit(draft);
    expect([draft.theirs.value?.content, await popup.stored()]).toEqual(['theirs', ['theirs']]);
    await popup.actions.saveEdit(draft);
    expect([popup.actions.editing.value, await popup.stored()]).toEqual([undefined, ['mine']]);
    await popup.press();
    expect(await popup.stored()).toEqual(['theirs']);
  });

  it('ends without a save if the user keeps the version from elsewhere', async () => {
    popup.actions.edit(top(), 'text');
    const draft = popup.actions.editing.value!;
    draft.content.value = 'mine';
    await popup.connection.sendFromElsewhere('PATCH', `/memories/${top().id}`, { content: 'theirs', tags: ['home'] });
    await popup.actions.saveEdit(draft);
    popup.actions.keepTheirs(draft);
    expect([popup.actions.editing.value, popup.shown(), await popup.stored()]).toEqual([
      undefined,
      ['theirs'],
      ['theirs'],
    ]);
  });

  it('overwrites only the edited fields of a memory that was changed elsewhere', async () => {
    popup.actions.edit(top(), 'text');
    const draft = popup.actions.editing.value!;
    draft.content.value = 'mine';
    await popup.connection.sendFromElsewhere('PATCH', `/memories/${top().id}`, { content: 'theirs', tags: ['home'] });
    await popup.actions.saveEdit(draft);
    await popup.actions.saveEdit(draft);
    expect(top()).toMatchObject({ content: 'mine', tags: ['home'] });
  });

  it('shows no notice if nothing changed', async () => {
    await popup.actions.change(top(), { content: 'first' });
    expect(popup.shownNotice()).toEqual([undefined, undefined]);
  });

  it('closes the saved memory’s editor, but no editor opened during the save', async () => {
    const memory = top();
    popup.actions.edit(memory, 'text');
    const changing = popup.actions.change(memory, { content: 'second' });
    popup.actions.edit({ ...memory, id: 'another' }, 'tags');
    await changing;
    expect(popup.actions.editing.value).toMatchObject({ memory: { id: 'another' }, focusedField: 'tags' });
    popup.actions.edit(top(), 'text');
    await popup.actions.change(top(), { content: 'third' });
    expect(popup.actions.editing.value).toBeUndefined();
  });

  it('keeps the draft if the list changes or the editor is reopened', async () => {
    popup.actions.edit(top(), 'text');
    popup.actions.editing.value!.content.value = 'half a sent';
    popup.results.type('nothing like it ');
    vi.advanceTimersByTime(60);
    await vi.waitFor(() => expect(popup.shown()).toEqual([]));
    popup.results.type('');
    vi.advanceTimersByTime(60);
    await vi.waitFor(() => expect(popup.shown()).toEqual(['first']));
    popup.actions.edit(top(), 'tags');
    expect(popup.actions.editing.value).toMatchObject({ focusedField: 'tags', content: { value: 'half a sent' } });
  });

  it('keeps the matched words of a search result', async () => {
    popup.results.type('first ');
    vi.advanceTimersByTime(60);
    await popup.connection.untilIdle();
    await popup.actions.change(top(), { tags: ['new'] });
    expect(top()).toMatchObject({ tags: ['new'], match: { words: ['first'] } });
  });
});

describe('copying', () => {
  it('reports success, or that the browser blocked it', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } });
    await popup.actions.copy(top());
    expect([written, popup.shownNotice()]).toEqual([['first'], ['Copied', undefined]]);
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
    await popup.actions.copy(top());
    expect(popup.notices.current.value).toEqual({ text: 'The browser blocked copying.', tone: 'failed' });
  });
});

describe('the number of memories', () => {
  it('is hidden if it can’t be read', async () => {
    expect(popup.count.value).toBe(1);
    const connection = popup.connection;
    connection.handleWith(unreachable);
    const another = popupOn(page, connection);
    await another.open();
    expect(another.count.value).toBeUndefined();
  });
});
