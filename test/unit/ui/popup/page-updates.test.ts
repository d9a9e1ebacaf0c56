import { describe, expect, it } from 'vitest';
import type { Captured } from '../../../../src/ui/state/save-draft.ts';
import { actionsOf } from '../../../../src/ui/popup/actions.ts';
import { readTextLabel } from '../../../../src/ui/popup/page-buttons.tsx';
import { page, passage, popupOn } from './screen.ts';

/** A popup over a page, after an earlier popup saved `before`. */
async function openAgain(before: Captured, now: Captured) {
  const first = popupOn(before);
  await first.open();
  await first.save();
  const popup = popupOn(now, first.connection);
  await popup.open();
  return popup;
}

const quote = (prefix: string) => ({ kind: 'selection' as const, quote: { prefix, suffix: '' } });

describe('a page that was saved before', () => {
  it('can be updated to its new title, and Undo restores the old title', async () => {
    const popup = await openAgain(page, { ...page, title: 'How to bleed radiators' });
    expect(actionsOf(popup, undefined, { focusSearch() {}, help() {}, area: 'search' })).toContainEqual(
      expect.objectContaining({ name: 'Update what is saved from this page', key: 'u' }),
    );
    await popup.pageUpdates.update();
    expect(await popup.stored()).toEqual(['How to bleed radiators']);
    await popup.press();
    expect(await popup.stored()).toEqual([page.title]);
  });

  it('offers to read the page’s text to update the saved memory', async () => {
    const popup = await openAgain(page, page);
    expect(readTextLabel(popup)).toBe('preview.update');
    const [memory] = popup.results.view.value!.memories;
    await popup.actions.change(memory!, { content: 'Open the valve.', capture: { kind: 'page' } });
    expect([popup.saving.earlier.value?.content, readTextLabel(popup)]).toEqual(['Open the valve.', 'preview.update']);
  });

  it('offers no update of a note that is only the page’s address', async () => {
    const first = popupOn(undefined);
    await first.open();
    first.saving.note(page.url!);
    await first.save();
    const popup = popupOn(page, first.connection);
    await popup.open();
    expect([popup.pageUpdates.replaceable.value, readTextLabel(popup)]).toEqual([undefined, 'preview.read']);
  });
});

describe('a saved selection', () => {
  const before = { ...passage, selection: 'Open the valve until water comes', capture: quote('First: ') };

  it.each([
    ['longer', 'Close the tap. Open the valve until water comes, without bubbles.'],
    ['shorter', 'Open the valve until water'],
    ['corrected', 'Open the valve until warm water comes'],
  ])('can be replaced by a %s version, and Undo restores the earlier text', async (_, selection) => {
    const popup = await openAgain(before, { ...before, selection, capture: quote('Then: ') });
    expect(popup.canSave()).toBe(true);
    await popup.pageUpdates.update();
    const [memory] = popup.results.view.value!.memories;
    expect(await popup.stored()).toEqual([selection]);
    expect(memory).toMatchObject({ content: selection, capture: quote('Then: ') });
    expect(popup.saving.existing.value?.content).toBe(selection);
    await popup.press();
    expect(await popup.stored()).toEqual([before.selection]);
  });

  it.each([
    { ...before, selection: 'Close the tap before winter' },
    { ...before, selection: 'Open the valve until water comes, slowly', url: 'https://example.org/other' },
    before,
  ])('can’t be replaced by a selection that isn’t a new version: %j', async (now) => {
    const popup = await openAgain(before, now);
    expect(popup.pageUpdates.replaceable.value).toBeUndefined();
  });
});
