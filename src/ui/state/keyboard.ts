/**
 * The actions that keys trigger.
 * - `source`: opens the page that a memory was saved from
 * - `collect`: moves memories to a collection
 * - `similar`: lists memories like the focused one
 * - `related`: lists memories that relate to the active page
 * - `leave`: closes what is open, or clears the query or the selection
 */
export type KeyAction =
  | 'search'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'open'
  | 'source'
  | 'edit'
  | 'tag'
  | 'copy'
  | 'similar'
  | 'delete'
  | 'undo'
  | 'save'
  | 'note'
  | 'commands'
  | 'leave'
  | 'back'
  | 'related'
  | 'settings'
  | 'library'
  | 'readText'
  | 'showQuotes'
  | 'update'
  | 'saveQuery'
  | 'help'
  | 'select'
  | 'selectNext'
  | 'selectPrevious'
  | 'selectAll'
  | 'collect'
  | 'export';

/**
 * Where the focus is. `row-control`: a control in a row. `reader`: the memory being read. `field`: an `input`,
 * `textarea` or `select` element other than the search field.
 */
export type KeyArea = 'search' | 'row' | 'row-control' | 'reader' | 'field' | 'elsewhere';

export interface KeyContext {
  area: KeyArea;
  platform: 'mac' | 'other';
  /** Whether the search field is empty. */
  blank: boolean;
  /** Whether Enter in the empty search field saves something. */
  canSave: boolean;
  /** Whether `back` returns to an earlier list. */
  canGoBack: boolean;
  isSelecting?: boolean;
  /** Whether the user has typed since the notice last changed. If so, the undo key in a field undoes the typing. */
  typed: boolean;
}

type KeyStroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/** Whether a key stroke saves the draft. */
export const isSaveKey = ({ key, ctrlKey, metaKey, isComposing }: KeyStroke): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !isComposing;

const inSearch: Record<string, KeyAction> = { ArrowDown: 'next', Enter: 'open' };
const inList: Record<string, KeyAction> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  Escape: 'search',
  e: 'edit',
  '#': 'tag',
  c: 'copy',
  m: 'similar',
  x: 'select',
  v: 'collect',
  Delete: 'delete',
};
const onRow: Record<string, KeyAction> = { ...inList, Enter: 'open', ' ': 'open' };
const inReader: Record<string, KeyAction> = {
  Escape: 'leave',
  e: 'edit',
  '#': 'tag',
  c: 'copy',
  m: 'similar',
  Delete: 'delete',
};
const outsideFields: Record<string, KeyAction> = {
  '/': 'search',
  n: 'note',
  r: 'related',
  t: 'readText',
  u: 'update',
  q: 'showQuotes',
  l: 'library',
  ',': 'settings',
  '?': 'help',
};

const keysIn: Partial<Record<KeyArea, Record<string, KeyAction>>> = {
  row: onRow,
  'row-control': inList,
  reader: inReader,
};

/** The action of a key stroke; undefined leaves it to the browser. */
export function actionOf(
  stroke: KeyStroke,
  { area, platform, blank, canSave, canGoBack, isSelecting = false, typed }: KeyContext,
): KeyAction | undefined {
  if (stroke.isComposing || stroke.altKey) return undefined;
  const command = platform === 'mac' ? stroke.metaKey : stroke.ctrlKey;
  const inField = area === 'search' || area === 'field';
  if (command && stroke.key === 'Enter') return area === 'field' ? 'save' : 'source';
  if (command && stroke.key.toLowerCase() === 'k') return 'commands';
  if (command && stroke.key.toLowerCase() === 'z' && !stroke.shiftKey) return inField && typed ? undefined : 'undo';
  if (command && stroke.key.toLowerCase() === 's' && !stroke.shiftKey && !blank && area !== 'field') return 'saveQuery';
  const onList = area === 'row' || area === 'row-control';
  if (command && onList && stroke.key.toLowerCase() === 'a') return 'selectAll';
  if (stroke.ctrlKey || stroke.metaKey) return undefined;
  if (onList && stroke.shiftKey && stroke.key === 'ArrowDown') return 'selectNext';
  if (onList && stroke.shiftKey && stroke.key === 'ArrowUp') return 'selectPrevious';
  if (onList && stroke.shiftKey && stroke.key.toLowerCase() === 'e') return 'export';
  if (area === 'field') return stroke.key === 'Escape' ? 'leave' : undefined;
  if (isSelecting && onList && stroke.key === 'Escape') return 'leave';
  if (canGoBack && area !== 'reader' && stroke.key === 'Escape') return 'back';
  if (area === 'search') {
    if (blank && stroke.key === '?') return 'help';
    if (!blank && stroke.key === 'Escape') return 'leave';
    if (blank && canSave && stroke.key === 'Enter') return 'save';
    return inSearch[stroke.key];
  }
  if (platform === 'mac' && (area === 'row' || area === 'reader') && stroke.key === 'Backspace') return 'delete';
  const keys = keysIn[area] ?? {};
  return keys[stroke.key] ?? outsideFields[stroke.key];
}

export type KeyNames = ReturnType<typeof keyNames>;

/** The keys as the screens show them. `move` and `extend` stand for several actions each. */
export function keyNames(platform: 'mac' | 'other') {
  const command = platform === 'mac' ? '⌘' : 'Ctrl ';
  return {
    search: '/',
    move: '↑ ↓',
    open: '↵',
    source: `${command}↵`,
    edit: 'e',
    tag: '#',
    copy: 'c',
    similar: 'm',
    select: 'x',
    extend: platform === 'mac' ? '⇧ ↑ ↓' : 'Shift ↑ ↓',
    selectAll: `${command}A`,
    collect: 'v',
    export: platform === 'mac' ? '⇧ E' : 'Shift E',
    delete: platform === 'mac' ? '⌫' : 'Del',
    undo: `${command}Z`,
    save: `${command}↵`,
    note: 'n',
    commands: `${command}K`,
    leave: 'Esc',
    saveQuery: `${command}S`,
    related: 'r',
    readText: 't',
    update: 'u',
    showQuotes: 'q',
    library: 'l',
    settings: ',',
    help: '?',
  } as const;
}

const spokenKeys: Record<string, string> = {
  Ctrl: 'Control',
  '⌘': 'Meta',
  '↵': 'Enter',
  '⌫': 'Backspace',
  Del: 'Delete',
  Esc: 'Escape',
  '⇧': 'Shift',
};

/** Converts a name of {@link keyNames} for `aria-keyshortcuts`: `Ctrl Z` becomes `Control+Z`. */
export function ariaKeys(name: string): string {
  return name
    .replace('⌘', '⌘ ')
    .split(' ')
    .map((key) => spokenKeys[key] ?? key)
    .join('+');
}
