import type { ListedAction } from '../components/action-list.tsx';
import { memoryCommands } from '../components/memory-commands.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { KeyArea } from '../state/keyboard.ts';
import { isRecent } from '../state/view.ts';
import { readTextLabel } from './page-buttons.tsx';
import type { PopupState } from './state.ts';

interface ActionHooks {
  focusSearch(): void;
  help(): void;
  /** Where the focus is. An action shows Enter or Esc only where that key performs it. */
  area: KeyArea;
}

/** Everything that can be done now. Actions on `memory`, if there is one, come first. */
export function actionsOf(
  state: PopupState,
  memory: Memory | undefined,
  { focusSearch, help, area }: ActionHooks,
): ListedAction[] {
  const { t, keys, actions, results, saving, notices, host, pageUpdates } = state;
  const view = results.view.value;
  const query = results.query.value.trim();
  const onMemory = memory === undefined ? [] : memoryCommands(state, memory, { edit, similar, area });

  function edit(wanted: Memory, at: 'text' | 'tags'): void {
    state.openMemory(wanted);
    actions.edit(wanted, at);
  }

  function similar(wanted: Memory): Promise<void> {
    state.opened.close();
    return results.findSimilar({ memory: wanted });
  }

  return [
    ...onMemory,
    ...(state.canSave()
      ? [
          {
            name: t('save.what', { text: saving.draft.value?.content.slice(0, 60) ?? '' }),
            key: area === 'search' && results.query.value === '' ? keys.open : undefined,
            run: () => state.save(),
          },
        ]
      : []),
    ...(query === ''
      ? []
      : [{ name: t('save.queryNamed', { query }), key: keys.saveQuery, run: () => saving.note(query) }]),
    { name: t('keys.note'), key: keys.note, run: () => saving.note('') },
    ...(pageUpdates.replaceable.value === undefined
      ? []
      : [{ name: t('keys.update'), key: keys.update, run: () => pageUpdates.update() }]),
    ...(saving.unreadable.value
      ? []
      : [{ name: t(readTextLabel(state)), key: keys.readText, run: () => state.pageReader.read() }]),
    ...(state.pageQuotes.all.value.length === 0
      ? []
      : [
          {
            name: t('quotes.show', { count: state.pageQuotes.all.value.length }),
            key: keys.showQuotes,
            run: () => state.pageQuotes.show(),
          },
        ]),
    ...(saving.unreadable.value || view?.neverSaved
      ? []
      : [{ name: t('related.title'), key: keys.related, run: () => state.relatedSearch.relate() }]),
    ...(notices.current.value?.action?.undoes
      ? [{ name: t('done.undo'), key: keys.undo, run: () => notices.undo() }]
      : []),
    ...(view !== undefined && !isRecent(view)
      ? [
          {
            name: t('search.clear'),
            key: area === 'search' && !results.canGoBack.value ? keys.leave : undefined,
            run: () => results.type(''),
          },
        ]
      : []),
    { name: t('search.label'), key: keys.search, run: focusSearch },
    { name: t('footer.library'), key: keys.library, run: () => host.openLibrary() },
    { name: t('settings.title'), key: keys.settings, run: () => host.openSettings() },
    { name: t('footer.keys'), key: keys.help, run: help },
  ];
}
