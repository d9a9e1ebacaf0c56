import { h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { conflictTag } from '../../../../src/lib/sync.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';
import { ConflictList } from '../../../../src/ui/settings/conflict-list.tsx';
import { createConflictPairs } from '../../../../src/ui/settings/sync-conflicts.ts';
import { createNotices } from '../../../../src/ui/state/notices.ts';
import { renderSettings } from '../../../support/render-settings.ts';
import { connectToService } from '../connection.ts';

afterEach(() => vi.unstubAllGlobals());

/** Renders `shown` of the `count` conflicts that sync reports. */
async function showConflicts(shown: number, count = shown) {
  const { client } = connectToService();
  const notices = createNotices(translator());
  const conflictPairs = createConflictPairs({ client, notices, t: translator() });
  const conflicts = await Promise.all(
    Array.from({ length: shown }, async (_, at) => {
      const memory = await client.memories.create({ content: `their text ${at}` });
      const copy = await client.memories.create({ content: `my text ${at}`, tags: [conflictTag] });
      return { memory: memory.id, copy: copy.id };
    }),
  );
  const focusStatus = vi.fn();
  const list = h(ConflictList, { conflicts, count, host: 'memories.test', focusStatus });
  const { root } = renderSettings(list, { conflictPairs });
  const press = (name: string) => {
    const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
    button.focus();
    button.click();
  };
  await vi.waitFor(() => expect(root.querySelectorAll('.conflict')).toHaveLength(shown));
  return { root, press, focusStatus, notices };
}

test.each(['Keep this one', 'Keep both'])('“%s” hides the conflict, and Undo shows it again', async (button) => {
  const { root, press, focusStatus, notices } = await showConflicts(1);
  expect(root.textContent).toContain('1 memory was changed in two places at once');
  press(button);
  await vi.waitFor(() => expect(root.childElementCount).toBe(0));
  expect(focusStatus).toHaveBeenCalledOnce();
  await notices.undo();
  await vi.waitFor(() => expect(root.textContent).toContain('1 memory was changed in two places at once'));
});

test('the number of conflicts includes unlisted conflicts, but not conflicts that were just resolved', async () => {
  const { root, press } = await showConflicts(2, 5);
  expect(root.textContent).toContain('5 memories were changed');
  press('Keep both');
  await vi.waitFor(() => expect(root.textContent).toContain('4 memories were changed'));
});
