import { describe, expect, it } from 'vitest';
import {
  actionOf,
  ariaKeys,
  keyNames,
  type KeyAction,
  type KeyContext,
  type KeyArea,
} from '../../../../src/ui/state/keyboard.ts';

const areas: KeyArea[] = ['search', 'row', 'row-control', 'reader', 'field', 'elsewhere'];
/** All areas except text fields. */
const inLists: KeyArea[] = ['row', 'row-control', 'reader', 'elsewhere'];

/** The action of keys such as `Ctrl+Shift+z`. By default the search field is empty, and nothing was typed before. */
function actionFor(
  keys: string,
  area: KeyArea,
  context: Partial<KeyContext> & { composing?: boolean } = {},
): KeyAction | undefined {
  const parts = keys.split(/\+(?=.)/);
  const isPressed = (name: string) => parts.slice(0, -1).includes(name);
  const stroke = {
    key: parts.at(-1)!,
    ctrlKey: isPressed('Ctrl'),
    metaKey: isPressed('Meta'),
    altKey: isPressed('Alt'),
    shiftKey: isPressed('Shift'),
    isComposing: context.composing ?? false,
  };
  return actionOf(stroke, {
    area,
    platform: 'other',
    blank: true,
    canSave: false,
    canGoBack: false,
    typed: false,
    ...context,
  });
}

const areasOf = (keys: string, action: KeyAction, context: Partial<KeyContext> = {}) =>
  areas.filter((area) => actionFor(keys, area, context) === action);

describe('a key', () => {
  it.each<[string, KeyAction, KeyArea[]]>([
    ['/', 'search', inLists],
    ['Shift+?', 'help', ['search', ...inLists]],
    ['ArrowDown', 'next', ['search', 'row', 'row-control']],
    ['ArrowUp', 'previous', ['row', 'row-control']],
    ['Home', 'first', ['row', 'row-control']],
    ['End', 'last', ['row', 'row-control']],
    ['Enter', 'open', ['search', 'row']],
    [' ', 'open', ['row']],
    ['n', 'note', inLists],
    ['e', 'edit', ['row', 'row-control', 'reader']],
    ['#', 'tag', ['row', 'row-control', 'reader']],
    ['c', 'copy', ['row', 'row-control', 'reader']],
    ['Delete', 'delete', ['row', 'row-control', 'reader']],
    ['Escape', 'search', ['row', 'row-control']],
    ['m', 'similar', ['row', 'row-control', 'reader']],
    ['x', 'select', ['row', 'row-control']],
    ['v', 'collect', ['row', 'row-control']],
    ['Shift+E', 'export', ['row', 'row-control']],
    ['r', 'related', inLists],
    [',', 'settings', inLists],
    ['l', 'library', inLists],
    ['t', 'readText', inLists],
    ['q', 'showQuotes', inLists],
    ['u', 'update', inLists],
    ['Escape', 'leave', ['reader', 'field']],
    ['Ctrl+Enter', 'save', ['field']],
    ['Ctrl+Enter', 'source', ['search', ...inLists]],
    ['Ctrl+k', 'commands', areas],
    ['Ctrl+z', 'undo', areas],
  ])('%s triggers %s', (keys, action, where) => {
    expect(areasOf(keys, action)).toEqual(where);
  });

  it('Escape in the list first clears the selection', () => {
    expect(areasOf('Escape', 'leave', { isSelecting: true, canGoBack: true })).toEqual([
      'row',
      'row-control',
      'reader',
      'field',
    ]);
  });

  it('Enter in the empty search field saves if there is something to save', () => {
    expect(areasOf('Enter', 'save', { canSave: true })).toEqual(['search']);
    expect(actionFor('Enter', 'search', { canSave: true, blank: false })).toBe('open');
  });

  it('Ctrl+S saves the text of the search field as a note, except from another text field', () => {
    expect(areasOf('Ctrl+s', 'saveQuery', { blank: false })).toEqual(['search', ...inLists]);
    expect(areasOf('Ctrl+s', 'saveQuery')).toEqual([]);
    expect(areasOf('Ctrl+Shift+s', 'saveQuery', { blank: false })).toEqual([]);
  });

  it('that a text field itself handles isn’t a command in that field', () => {
    for (const key of 'abcelmnqrtuz,/#019 '
      .split('')
      .concat('Delete', 'Backspace', 'ArrowLeft', 'Home', 'End', 'Tab')) {
      expect([key, actionFor(key, 'search', { blank: false }), actionFor(key, 'field')]).toEqual([
        key,
        undefined,
        undefined,
      ]);
    }
    expect(actionFor('?', 'field')).toBeUndefined();
    expect(actionFor('?', 'search', { blank: false })).toBeUndefined();
    expect(actionFor('ArrowDown', 'field')).toBeUndefined();
    expect(actionFor('Enter', 'field')).toBeUndefined();
  });

  it('Escape clears the search field; in an empty search field, Escape is left to the browser', () => {
    expect(actionFor('Escape', 'search', { blank: false })).toBe('leave');
    expect(actionFor('Escape', 'search')).toBeUndefined();
  });

  it('Escape leaves a field first, then returns to the former list', () => {
    expect(areasOf('Escape', 'back', { canGoBack: true })).toEqual(['search', 'row', 'row-control', 'elsewhere']);
    expect(areasOf('Escape', 'back', { canGoBack: true, blank: false })).toEqual([
      'search',
      'row',
      'row-control',
      'elsewhere',
    ]);
    expect(actionFor('Escape', 'field', { canGoBack: true })).toBe('leave');
  });

  it('that presses a control is left to the browser', () => {
    for (const key of ['Enter', ' '])
      expect([actionFor(key, 'row-control'), actionFor(key, 'elsewhere')]).toEqual([undefined, undefined]);
  });

  it('is ignored during input-method composition', () => {
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'Ctrl+Enter'])
      for (const area of areas) expect(actionFor(key, area, { composing: true })).toBeUndefined();
  });

  it('with other modifiers is left to the browser', () => {
    for (const keys of ['Ctrl+c', 'Meta+c', 'Alt+e', 'Ctrl+e', 'Alt+Enter', 'Ctrl+Alt+#', 'Ctrl+Shift+z', 'Ctrl+Home'])
      expect([keys, actionFor(keys, 'row')]).toEqual([keys, undefined]);
  });
});

describe('undo', () => {
  it('is left to the text field if something was typed after the action', () => {
    expect(areasOf('Ctrl+z', 'undo', { typed: true })).toEqual(inLists);
  });

  it('works with Caps Lock', () => {
    expect(actionFor('Ctrl+Z', 'row')).toBe('undo');
  });
});

describe('on a Mac', () => {
  it('shortcuts use Command, not Control', () => {
    expect(areasOf('Meta+z', 'undo', { platform: 'mac' })).toEqual(areas);
    expect(areasOf('Meta+Enter', 'source', { platform: 'mac' })).toEqual(['search', ...inLists]);
    for (const keys of ['Ctrl+z', 'Ctrl+Enter'])
      expect(areas.map((area) => actionFor(keys, area, { platform: 'mac' }))).toEqual(areas.map(() => undefined));
    for (const keys of ['Meta+z', 'Meta+Enter'])
      expect(areas.map((area) => actionFor(keys, area))).toEqual(areas.map(() => undefined));
  });

  it('Backspace, labelled “delete”, deletes a memory in a row or in the reader', () => {
    expect(areasOf('Backspace', 'delete', { platform: 'mac' })).toEqual(['row', 'reader']);
    expect(areasOf('Backspace', 'delete')).toEqual([]);
  });
});

describe('key names', () => {
  it('are those of the platform', () => {
    expect(keyNames('mac')).toMatchObject({ undo: '⌘Z', save: '⌘↵', delete: '⌫' });
    expect(keyNames('other')).toMatchObject({ undo: 'Ctrl Z', save: 'Ctrl ↵', delete: 'Del', commands: 'Ctrl K' });
  });

  it('are converted to the names of key events for screen readers', () => {
    const ariaNames = (platform: 'mac' | 'other') =>
      (['undo', 'save', 'delete', 'leave', 'open', 'help'] as const).map((name) => ariaKeys(keyNames(platform)[name]));
    expect(ariaNames('mac')).toEqual(['Meta+Z', 'Meta+Enter', 'Backspace', 'Escape', 'Enter', '?']);
    expect(ariaNames('other')).toEqual(['Control+Z', 'Control+Enter', 'Delete', 'Escape', 'Enter', '?']);
  });

  it('match the keys that trigger the actions', () => {
    const { search, edit, tag, copy, similar, related, settings, help } = keyNames('other');
    expect([search, edit, tag, copy, similar, related, settings, help].map((key) => actionFor(key, 'row'))).toEqual([
      'search',
      'edit',
      'tag',
      'copy',
      'similar',
      'related',
      'settings',
      'help',
    ]);
  });
});
