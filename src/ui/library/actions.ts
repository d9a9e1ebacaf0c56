import type { ListedAction } from '../components/action-list.tsx';
import { memoryCommands } from '../components/memory-commands.ts';
import type { Memory } from '../../v1/schemas/memory.ts';
import type { KeyArea } from '../state/keyboard.ts';
import { isRecent } from '../state/view.ts';
import type { Translate } from '../i18n/translator.ts';
import type { SectionName } from './route.ts';
import type { LibraryState } from './state.ts';

/** The actions on the selected memories. Each opens a form, except `remove`, which acts at once. */
export interface SelectionActions {
  tag(): void;
  collect(): void;
  export(): void;
  remove(): void;
}

interface ActionHooks {
  selected: SelectionActions;
  focusSearch(): void;
  help(): void;
  /** Where the focus is. An action shows Enter or Esc only where that key performs it. */
  area: KeyArea;
}

/** Everything that can be done in the list of memories: first with the selection, then with `memory`, then the rest. */
export function memoriesActions(
  state: LibraryState,
  memory: Memory | undefined,
  { selected, focusSearch, help, area }: ActionHooks,
): ListedAction[] {
  const { t, keys, results, saving, selection, rights } = state;
  const canWrite = !rights?.lacks('memories:write');
  const view = results.view.value;
  const query = results.query.value.trim();
  const count = selection.count.value;

  function onSelection(): ListedAction[] {
    return [
      ...(canWrite
        ? [
            { name: t('commands.tag', { count }), key: keys.tag, run: selected.tag },
            { name: t('commands.collect', { count }), key: keys.collect, run: selected.collect },
          ]
        : []),
      { name: t('commands.export', { count }), key: keys.export, run: selected.export },
      ...(canWrite ? [{ name: t('commands.delete', { count }), key: keys.delete, run: selected.remove }] : []),
      {
        name: t('bulk.clear'),
        key: area === 'row' || area === 'row-control' ? keys.leave : undefined,
        run: selection.clear,
      },
    ];
  }

  function onMemory(target: Memory): ListedAction[] {
    const selectThen = (act: () => void) => () => {
      selection.toggle(target);
      act();
    };
    return [
      ...memoryCommands(state, target, {
        edit: state.actions.edit,
        similar: (wanted) => results.findSimilar({ memory: wanted }),
        area,
        actsOnSelection: count > 0,
      }),
      ...(count > 0
        ? []
        : [
            { name: t('keys.select'), key: keys.select, run: () => selection.toggle(target) },
            ...(canWrite ? [{ name: t('keys.collect'), key: keys.collect, run: selectThen(selected.collect) }] : []),
            { name: t('keys.export'), key: keys.export, run: selectThen(selected.export) },
          ]),
    ];
  }

  return [
    ...(count > 0 ? onSelection() : []),
    ...(memory === undefined ? [] : onMemory(memory)),
    ...(view !== undefined && view.memories.length > 0
      ? [{ name: t('bulk.all'), key: keys.selectAll, run: selection.all }]
      : []),
    ...(canWrite && query !== ''
      ? [{ name: t('save.queryNamed', { query }), key: keys.saveQuery, run: () => saving.note(query) }]
      : []),
    ...(canWrite ? [{ name: t('keys.note'), key: keys.note, run: () => saving.note('') }] : []),
    ...(view !== undefined && !isRecent(view)
      ? [
          {
            name: t('search.clear'),
            key: area === 'search' && count === 0 && !results.canGoBack.value ? keys.leave : undefined,
            run: () => results.type(''),
          },
        ]
      : []),
    ...(results.within.value === undefined ? [] : [{ name: t('filters.clear'), run: () => state.applyFilters() }]),
    { name: t('search.label'), key: keys.search, run: focusSearch },
    ...sectionActions(state),
    { name: t('footer.keys'), key: keys.help, run: help },
  ];
}

export const sectionTitle = (t: Translate, name: SectionName): string =>
  name === 'collections' ? t('collections.title') : t(`library.${name}`);

/** What can be done in every section: undo, and go elsewhere. */
export function sectionActions({ t, keys, notices, sections, route, go, openSettings }: LibraryState): ListedAction[] {
  return [
    ...(notices.current.value?.action?.undoes
      ? [{ name: t('done.undo'), key: keys.undo, run: () => notices.undo() }]
      : []),
    ...sections
      .filter((section) => section !== route.value.section)
      .map((section) => ({ name: sectionTitle(t, section), run: () => go({ section }) })),
    ...(openSettings === undefined ? [] : [{ name: t('settings.title'), run: openSettings }]),
  ];
}
