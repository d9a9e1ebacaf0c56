import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectToService, passThrough, stopTime, type TestConnection } from '../connection.ts';
import { passage, popupOn, storageInMemory } from './screen.ts';

const day = 86_400_000;

let storage: ReturnType<typeof storageInMemory>;
let connection: TestConnection;

beforeEach(() => {
  stopTime();
  storage = storageInMemory();
  connection = connectToService();
});

afterEach(() => {
  vi.useRealTimers();
});

async function reopened(captured: Parameters<typeof popupOn>[0] = passage) {
  const popup = popupOn(captured, connection, {}, undefined, undefined, storage);
  await popup.open();
  return popup;
}

const pause = () => vi.advanceTimersByTime(300);

describe('the draft of a new memory', () => {
  it('is restored by the next popup with its tags and the tag being typed, and marked as restored', async () => {
    const first = await reopened();
    first.saving.note('buy washers');
    first.saving.change({ tags: ['repairs'], tagEntry: 'plum' });
    pause();
    const second = await reopened({ title: 'Another page', url: 'https://example.org/other' });
    expect(second.saving.draft.value).toEqual({
      kind: 'note',
      content: 'buy washers',
      tags: ['repairs'],
      tagEntry: 'plum',
    });
    // The form stays closed, since an open form would take the focus from the search field.
    expect(second.saving.writing.value).toBe(false);
    expect(second.drafts.restoredAt.value).toBeTypeOf('number');
  });

  it('is stored at once when the popup closes', async () => {
    const first = await reopened();
    first.saving.note('buy washers');
    first.drafts.flush();
    expect((await reopened()).saving.draft.value?.content).toBe('buy washers');
  });

  it('isn’t stored if nothing was changed', async () => {
    await reopened();
    pause();
    expect(storage.keys()).toEqual([]);
  });

  it('is deleted once it is saved, and stored again if the save is undone and the draft changed', async () => {
    const popup = await reopened();
    popup.saving.note('buy washers');
    pause();
    await popup.save();
    pause();
    expect(storage.keys()).toEqual([]);
    await popup.press();
    pause();
    expect([popup.saving.draft.value?.content, storage.keys()]).toEqual(['buy washers', []]);
    popup.saving.change({ content: 'buy two washers' });
    pause();
    expect((await reopened()).saving.draft.value?.content).toBe('buy two washers');
  });

  it('is restored over its own page, and waits over another page', async () => {
    const here = { title: 'Here', url: 'https://example.org/here' };
    const first = await reopened(here);
    first.saving.change({ tags: ['repairs'] });
    pause();
    const elsewhere = await reopened(passage);
    expect(elsewhere.saving.draft.value?.content).toBe(passage.selection);
    expect(elsewhere.drafts.others.value.map(({ draft }) => draft.tags)).toEqual([['repairs']]);
    expect((await reopened(here)).saving.draft.value).toMatchObject({ content: 'Here', tags: ['repairs'] });
  });

  it('waits while a note is written instead', async () => {
    const popup = await reopened(passage);
    popup.saving.change({ tags: ['repairs'] });
    popup.saving.note('buy washers');
    pause();
    expect(popup.drafts.others.value.map(({ draft }) => draft.tags)).toEqual([['repairs']]);
    expect(storage.keys()).toHaveLength(2);
  });

  it('can be continued after it waited; the current draft then waits instead', async () => {
    (await reopened({ title: 'Here', url: 'https://example.org/here' })).saving.change({ content: 'Written here' });
    pause();
    const popup = await reopened(passage);
    popup.saving.change({ content: 'Written there' });
    popup.drafts.resume(popup.drafts.others.value[0]!);
    pause();
    expect(popup.saving.draft.value?.content).toBe('Written here');
    expect(popup.drafts.others.value.map(({ draft }) => draft.content)).toEqual(['Written there']);
    expect(storage.keys()).toHaveLength(2);
    popup.drafts.discardOther(popup.drafts.others.value[0]!);
    expect(storage.keys()).toEqual(['draft:new:https://example.org/here']);
    await popup.press();
    expect(storage.keys()).toHaveLength(2);
  });

  it('is kept if the save fails', async () => {
    const popup = await reopened();
    popup.saving.note('buy washers');
    connection.handleWith(() => Promise.reject(new Error('nobody there')));
    await popup.save();
    pause();
    expect(storage.keys()).toEqual(['draft:new:']);
  });

  it('is saved by the next popup, once, if the first popup closed during the save', async () => {
    for (const arrives of [true, false]) {
      const first = await reopened();
      first.saving.note(`buy washers ${arrives}`);
      connection.handleWith((_, pass) => {
        if (arrives) void pass();
        return new Promise(() => {});
      });
      void first.save();
      first.drafts.flush();
      await vi.waitFor(() => expect(storage.keys()).toEqual(['draft:new:']));
      connection.handleWith(passThrough);
      const second = await reopened();
      await vi.waitFor(() => expect(second.shownNotice()).toEqual(['Saved', 'Undo']));
      expect((await second.stored()).filter((text: string) => text.endsWith(String(arrives)))).toHaveLength(1);
      expect(storage.keys()).toEqual([]);
      expect((await reopened()).saving.draft.value?.content).toBe(passage.selection);
    }
  });

  it('keeps its text if another note is started from a search', async () => {
    const popup = await reopened();
    popup.saving.note('buy washers');
    popup.saving.note('size of the tap');
    expect(popup.saving.draft.value?.content).toBe('buy washers\n\nsize of the tap');
    popup.saving.note('');
    expect(popup.saving.draft.value?.content).toBe('buy washers\n\nsize of the tap');
  });

  it('is replaced by the page if it is discarded, and restored by undo', async () => {
    (await reopened()).saving.note('buy washers');
    pause();
    const popup = await reopened();
    popup.drafts.discard();
    pause();
    expect([popup.saving.draft.value?.kind, popup.drafts.restoredAt.value]).toEqual(['selection', undefined]);
    expect(storage.keys()).toEqual([]);
    await popup.press();
    pause();
    expect(popup.saving.draft.value?.content).toBe('buy washers');
    expect(storage.keys()).toEqual(['draft:new:']);
  });

  it('isn’t restored after a week, or if it can’t be read', async () => {
    const draft = { kind: 'note', content: 'buy washers', tags: [] };
    for (const [stored, kind] of [
      [JSON.stringify({ at: Date.now() - 7 * day + 60_000, draft }), 'note'],
      [JSON.stringify({ at: Date.now() - 7 * day, draft }), 'selection'],
      ['{"at":', 'selection'],
    ] as const) {
      storage.setItem('draft:new:', stored);
      expect((await reopened()).saving.draft.value?.kind).toBe(kind);
    }
  });
});

describe('an unfinished edit', () => {
  async function memoryWithEdit() {
    const memory = await connection.client.memories.create({ content: 'Room twelve', tags: ['hotel'] });
    const popup = await reopened();
    popup.actions.edit(memory, 'text');
    const draft = popup.actions.editing.value!;
    draft.content.value = 'Room twelve, ask for the back';
    draft.tags.value = ['hotel', 'Lisbon'];
    draft.tagEntry.value = 'back';
    pause();
    return memory;
  }

  it('waits in the next popup, and continues with its text and tags', async () => {
    const memory = await memoryWithEdit();
    const popup = await reopened();
    const [edit] = popup.drafts.edits.value;
    expect(edit?.content).toBe('Room twelve, ask for the back');
    await popup.drafts.resumeEdit(edit!);
    expect(popup.drafts.edits.value).toEqual([]);
    expect(popup.shown()).toEqual(['Room twelve']);
    await popup.actions.saveEdit(popup.actions.editing.value!);
    expect(await connection.client.memories.read(memory.id)).toMatchObject({
      content: 'Room twelve, ask for the back',
      tags: ['hotel', 'Lisbon', 'back'],
      version: 2,
    });
    pause();
    expect(storage.keys()).toEqual([]);
  });

  it('also continues if its memory is opened for editing', async () => {
    const memory = await memoryWithEdit();
    const popup = await reopened();
    popup.actions.edit(memory, 'tags');
    expect(popup.actions.editing.value?.content.value).toBe('Room twelve, ask for the back');
  });

  it('overwrites no change that was made elsewhere since it began', async () => {
    const memory = await memoryWithEdit();
    await connection.client.memories.update(memory.id, { content: 'Room nine' });
    const popup = await reopened();
    await popup.drafts.resumeEdit(popup.drafts.edits.value[0]!);
    const draft = popup.actions.editing.value!;
    await popup.actions.saveEdit(draft);
    expect((await connection.client.memories.read(memory.id)).content).toBe('Room nine');
    expect(draft.theirs.value?.content).toBe('Room nine');
  });

  it('becomes a note if its memory was deleted', async () => {
    const memory = await memoryWithEdit();
    await connection.client.memories.delete(memory.id);
    const popup = await reopened();
    await popup.drafts.resumeEdit(popup.drafts.edits.value[0]!);
    expect(popup.saving.draft.value).toMatchObject({ kind: 'note', content: 'Room twelve, ask for the back' });
    expect(popup.drafts.edits.value).toEqual([]);
  });

  it('is deleted if it is left or discarded, and restored by undo', async () => {
    await memoryWithEdit();
    const popup = await reopened();
    popup.drafts.discardEdit(popup.drafts.edits.value[0]!);
    expect([storage.keys(), popup.drafts.edits.value]).toEqual([[], []]);
    await popup.press();
    expect(popup.drafts.edits.value).toHaveLength(1);
    await popup.drafts.resumeEdit(popup.drafts.edits.value[0]!);
    popup.actions.leave();
    pause();
    expect(storage.keys()).toEqual([]);
    await popup.press();
    pause();
    expect(popup.actions.editing.value?.content.value).toBe('Room twelve, ask for the back');
    expect(storage.keys()).toHaveLength(1);
  });

  it('stays while another memory is edited', async () => {
    await memoryWithEdit();
    const other = await connection.client.memories.create({ content: 'Buy washers' });
    const popup = await reopened();
    await popup.drafts.resumeEdit(popup.drafts.edits.value[0]!);
    popup.actions.edit(other, 'text');
    popup.actions.editing.value!.content.value = 'Buy two washers';
    pause();
    expect((await reopened()).drafts.edits.value.map(({ content }) => content).sort()).toEqual([
      'Buy two washers',
      'Room twelve, ask for the back',
    ]);
  });
});

describe('the search text', () => {
  it('is restored with its results', async () => {
    await connection.client.memories.create({ content: 'Room twelve' });
    await connection.client.memories.create({ content: 'Buy washers' });
    const popup = popupOn(passage, connection, { recallSearch: async () => 'washers' });
    await popup.open();
    expect([popup.results.query.value, popup.shown()]).toEqual(['washers', ['Buy washers']]);
  });

  it('is remembered while the user types', async () => {
    const remembered: string[] = [];
    const popup = popupOn(passage, connection, { rememberSearch: async (text) => void remembered.push(text) });
    await popup.open();
    popup.results.type('wash');
    popup.results.type('');
    await vi.waitFor(() => expect(remembered).toEqual(['wash', '']));
  });
});
