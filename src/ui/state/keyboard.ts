/** What a key does, by name. */
export type KeyAction =
  | 'search'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'open'
  | 'expand'
  | 'edit'
  | 'tag'
  | 'copy'
  | 'similar'
  | 'delete'
  | 'undo'
  | 'save'
  | 'leave'
  | 'back'
  | 'related'
  | 'settings'
  | 'help';

/** Where the key was struck: the search field, a row itself, a control in a row, another field for text, or elsewhere. */
export type KeyArea = 'search' | 'row' | 'row-control' | 'field' | 'elsewhere';

export interface KeyContext {
  area: KeyArea;
  platform: 'mac' | 'other';
  /** The search field is empty. */
  blank: boolean;
  /** The list stands in area of another, to which there is a way back. */
  aside: boolean;
  /** The person has typed since the latest act that can be undone: in a field, undo is then the field's own. */
  typed: boolean;
}

type KeyStroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

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
  Delete: 'delete',
};
const onRow: Record<string, KeyAction> = { ...inList, Enter: 'open', ' ': 'expand' };
const outsideFields: Record<string, KeyAction> = { '/': 'search', r: 'related', ',': 'settings', '?': 'help' };

/** What a key stroke does here; undefined: what the browser makes of it. */
export function actionOf(
  stroke: KeyStroke,
  { area, platform, blank, aside, typed }: KeyContext,
): KeyAction | undefined {
  if (stroke.isComposing || stroke.altKey) return undefined;
  const command = platform === 'mac' ? stroke.metaKey : stroke.ctrlKey;
  const inField = area === 'search' || area === 'field';
  if (command && stroke.key === 'Enter') return 'save';
  if (command && stroke.key.toLowerCase() === 'z' && !stroke.shiftKey) return inField && typed ? undefined : 'undo';
  if (stroke.ctrlKey || stroke.metaKey) return undefined;
  if (area === 'field') return stroke.key === 'Escape' ? 'leave' : undefined;
  if (aside && stroke.key === 'Escape') return 'back';
  if (area === 'search') {
    if (blank && stroke.key === '?') return 'help';
    if (!blank && stroke.key === 'Escape') return 'leave';
    return inSearch[stroke.key];
  }
  if (platform === 'mac' && area === 'row' && stroke.key === 'Backspace') return 'delete';
  const keys = area === 'row' ? onRow : area === 'row-control' ? inList : {};
  return keys[stroke.key] ?? outsideFields[stroke.key];
}

export type KeyNames = ReturnType<typeof keyNames>;

/** How the keys of an action are written. */
export function keyNames(platform: 'mac' | 'other') {
  const command = platform === 'mac' ? '⌘' : 'Ctrl ';
  return {
    search: '/',
    move: '↑ ↓',
    open: '↵',
    expand: platform === 'mac' ? '␣' : 'Space',
    edit: 'e',
    tag: '#',
    copy: 'c',
    similar: 'm',
    delete: platform === 'mac' ? '⌫' : 'Del',
    undo: `${command}Z`,
    save: `${command}↵`,
    leave: 'Esc',
    related: 'r',
    settings: ',',
    help: '?',
  } as const;
}

const spokenKeys: Record<string, string> = {
  Ctrl: 'Control',
  '⌘': 'Meta',
  '↵': 'Enter',
  '␣': 'Space',
  '⌫': 'Backspace',
  Del: 'Delete',
  Esc: 'Escape',
};

/** A name of {@link keyNames} as `aria-keyshortcuts` wants it: `Ctrl Z` is `Control+Z`. */
export function ariaKeys(name: string): string {
  return name
    .replace('⌘', '⌘ ')
    .split(' ')
    .map((key) => spokenKeys[key] ?? key)
    .join('+');
}
