import { describe, expect, it } from 'vitest';
import type { PopupHost, UndecidedSave } from '../../../../src/ui/popup/host.ts';
import { popupOn } from './screen.ts';

/** A host with two undecided saves. `obeys`: whether its commands succeed. */
function deskWith(obeys: () => boolean) {
  const waiting: UndecidedSave[] = ['one', 'two'].map((key) => ({
    key,
    text: `Text ${key}`,
    savedAt: '2026-03-02T10:00:00.000Z',
  }));
  const gone = new Map<string, UndecidedSave>();
  const take = (key: string) => {
    if (!obeys()) throw new Error('not now');
    const [taken] = waiting.splice(
      waiting.findIndex((one) => one.key === key),
      1,
    );
    gone.set(key, taken!);
  };
  const host: Partial<PopupHost> = {
    undecided: async () => [...waiting],
    async sendAgain(key) {
      take(key);
      return true;
    },
    discard: async (key) => take(key),
    keep: async (key) => void waiting.unshift(gone.get(key)!),
  };
  const popup = popupOn(undefined, undefined, host);
  return { ...popup, keys: () => popup.undecidedSaves.all.value.map(({ key }) => key) };
}

describe('undecided saves', () => {
  it('are loaded when the popup opens', async () => {
    const desk = deskWith(() => true);
    await desk.open();
    expect(desk.keys()).toEqual(['one', 'two']);
  });

  it('disappear once sent, and the list shows the result', async () => {
    const desk = deskWith(() => true);
    await desk.open();
    await desk.line.client.memories.create({ content: 'Text one' });
    await desk.undecidedSaves.sendAgain('one');
    expect([desk.keys(), desk.shown(), desk.count.value]).toEqual([['two'], ['Text one'], 1]);
  });

  it('stay if sending fails, until a retry succeeds', async () => {
    let well = false;
    const desk = deskWith(() => well);
    await desk.open();
    await desk.undecidedSaves.sendAgain('one');
    expect([desk.keys(), desk.said()]).toEqual([
      ['one', 'two'],
      ['Couldn’t save it. It is still kept here.', 'Try again'],
    ]);
    well = true;
    await desk.press();
    expect(desk.keys()).toEqual(['two']);
  });

  it('can be discarded, and that can be undone', async () => {
    const desk = deskWith(() => true);
    await desk.open();
    await desk.undecidedSaves.discard('one');
    expect([desk.keys(), desk.said()]).toEqual([['two'], ['Discarded', 'Undo']]);
    await desk.press();
    expect(desk.keys()).toEqual(['one', 'two']);
  });

  it('are discarded without Undo if damaged', async () => {
    let waiting = [{ key: 'one', damaged: true as const }];
    const popup = popupOn(undefined, undefined, {
      undecided: async () => waiting,
      discard: async () => void (waiting = []),
    });
    await popup.open();
    await popup.undecidedSaves.discard('one');
    expect([popup.undecidedSaves.all.value, popup.said()]).toEqual([[], ['Discarded', undefined]]);
  });

  it('stay if discarding fails, also on a retry', async () => {
    let well = false;
    const desk = deskWith(() => well);
    await desk.open();
    await desk.undecidedSaves.discard('one');
    for (let attempt = 0; attempt < 2; attempt++) {
      expect([desk.keys(), desk.said()[1]]).toEqual([['one', 'two'], 'Try again']);
      await desk.press();
    }
    well = true;
    await desk.press();
    expect([desk.keys(), desk.said()]).toEqual([['two'], ['Discarded', 'Undo']]);
  });

  it('stay on the screen if they can’t be read again', async () => {
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
