import { computed } from '@preact/signals';
import type { Memory, UpdateMemory } from '../../v1/schemas/memory.ts';
import { isVersionOf } from '../state/likeness.ts';
import type { Notices } from '../state/notices.ts';
import { isOfWholePage, type Saving } from '../state/saving.ts';

interface PageUpdateParts {
  saving: Saving;
  notices: Notices;
  /** Changes a memory and offers to undo that. */
  change(memory: Memory, changes: UpdateMemory): Promise<void>;
}

export type PageUpdates = ReturnType<typeof createPageUpdates>;

/** Updates what was saved earlier from the active page. */
export function createPageUpdates({ saving, notices, change }: PageUpdateParts) {
  /**
   * The memory that the draft can replace: an earlier save of only the page's title, or an earlier version of the
   * selection.
   */
  const replaceable = computed<Memory | undefined>(() => {
    const draft = saving.draft.value;
    if (draft === undefined || saving.existing.value !== undefined) return undefined;
    if (draft.kind === 'selection')
      return saving.saved.value.find(
        ({ url, capture, content }) =>
          url === draft.url && capture?.kind === 'selection' && isVersionOf(content, draft.content),
      );
    const earlier = saving.earlier.value;
    return earlier?.content === earlier?.title ? earlier : undefined;
  });

  /**
   * Whether the save line has a button that reads the page's text. The shortcut key and the list of actions can read
   * the text with any draft.
   */
  const canRead = computed(
    () => !saving.unreadable.value && !saving.touched.value && saving.draft.value?.kind === 'page',
  );

  /** Whether reading the page's text would update an earlier save instead of making a new one. */
  const readingUpdates = computed(() => {
    const saved = saving.existing.value ?? saving.earlier.value;
    return canRead.value && replaceable.value === undefined && saved !== undefined && isOfWholePage(saved);
  });

  async function update(): Promise<void> {
    const [memory, draft] = [replaceable.value, saving.draft.value];
    if (memory === undefined || draft === undefined) return;
    const { content, title, capture, kind } = draft;
    const changes = {
      content,
      ...(title !== undefined && { title }),
      ...(kind === 'selection' && capture && { capture }),
    };
    await change(memory, changes).catch((failure: unknown) => notices.fail(failure));
  }

  return { replaceable, canRead, readingUpdates, update };
}
