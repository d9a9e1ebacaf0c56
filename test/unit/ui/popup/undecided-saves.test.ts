import { describe, expect, it } from 'vitest';
import type { PopupHost, UndecidedSave } from '../../../../src/ui/popup/host.ts';
import { popupOn } from './screen.ts';

/** A popup with two saves that the user must decide about. `succeeds`: whether sending and discarding work now. */
function popupWithFailedSaves(succeeds: () => boolean) {
  const waiting: UndecidedSave[] = ['one', 'two'].map((key) => ({
    key,
    text: `Text ${key}`,
    savedAt: '2026-03-02T10:00:00.000Z',
  }));
  const discarded = new Map<string, UndecidedSave>();
  const remove = (key: string) => {
    if (!succeeds()) throw new Error('not now');
    const [removed] = waiting.splice(
      waiting.findIndex((save) => save.key === key),
      1,
    );
    discarded.set(key, removed!);
  };
  const host: Partial<PopupHost> = {
    undecided: async () => [...waiting],
    async sendAgain(key) {
      remove(key);
      return true;
    },
    discard: async (key) => remove(key),
    undoDiscard: async (key) => void waiting.unshift(discarded.get(key)!),
  };
  const popup = popupOn(undefined, undefined, host);
  return { ...popup, keys: () => popup.undecidedSaves.all.value.map(({ key }) => key) };
}

describe('saves that the user must decide about', () => {
  it('are loaded when the popup opens', async () => {
    const popup = popupWithFailedSaves(() => true);
    await popup.open();
    expect(popup.keys()).toEqual(['one', 'two']);
  });

  it('disappear once sent, and the list shows the saved memory', async () => {
    const popup = popupWithFailedSaves(() => true);
    await popup.open();
    await popup.connection.client.memories.create({ content: 'Text one' });
    await popup.undecidedSaves.sendAgain('one');
    expect([popup.keys(), popup.shown(), popup.count.value]).toEqual([['two'], ['Text one'], 1]);
  });

  it('stay if sending fails, until a retry succeeds', async () => {
    let isWorking = false;
    const popup = popupWithFailedSaves(() => isWorking);
    await popup.open();
    await popup.undecidedSaves.sendAgain('one');
    expect([popup.keys(), popup.shownNotice()]).toEqual([
      ['one', 'two'],
      ['Couldn’t save it. It is still kept here.', 'Try again'],
    ]);
    isWorking = true;
    await popup.press();
    expect(popup.keys()).toEqual(['two']);
  });

  it('can be discarded, and Undo brings the discarded save back', async () => {
    const popup = popupWithFailedSaves(() => true);
    await popup.open();
    await popup.undecidedSaves.discard('one');
    expect([popup.keys(), popup.shownNotice()]).toEqual([['two'], ['Discarded', 'Undo']]);
    await popup.press();
    expect(popup.keys()).toEqual(['one', 'two']);
  });

  it('are discarded without Undo if they can’t be read', async () => {
    let waiting = [{ key: 'one', damaged: true as const }];
    const popup = popupOn(undefined, undefined, {
      undecided: async () => waiting,
      discard: async () => void (waiting = []),
    });
    await popup.open();
    await popup.undecidedSaves.discard('one');
    expect([popup.undecidedSaves.all.value, popup.shownNotice()]).toEqual([[], ['Discarded', undefined]]);
  });

  it('stay listed until discarding succeeds', async () => {
    let isWorking = false;
    const popup = popupWithFailedSaves(() => isWorking);
    await popup.open();
    await popup.undecidedSaves.discard('one');
    for (let attempt = 0; attempt < 2; attempt++) {
      expect([popup.keys(), popup.shownNotice()[1]]).toEqual([['one', 'two'], 'Try again']);
      await popup.press();
    }
    isWorking = true;
    await popup.press();
    expect([popup.keys(), popup.shownNotice()]).toEqual([['two'], ['Discarded', 'Undo']]);
  });

  it('stay listed if refreshing the list fails', async () => {
    let isReadable = true;
    const popup = popupOn(undefined, undefined, {
      undecided: async () => {
        if (!isReadable) throw new Error('nobody there');
        return [{ key: 'one', text: 'Text', savedAt: '2026-03-02T10:00:00.000Z' }];
      },
    });
    await popup.open();
    isReadable = false;
    await popup.undecidedSaves.refresh();
    expect(popup.undecidedSaves.all.value).toHaveLength(1);
  });
});
