import { describe, expect, it } from 'vitest';
import {
  actionOf,
  ariaKeys,
  keyNames,
  type KeyAction,
  type KeyContext,
  type KeyArea,
} from '../../../../src/ui/state/keyboard.ts';

const areas: KeyArea[] = ['search', 'row', 'row-control', 'field', 'elsewhere'];

/** The action of keys such as `Ctrl+Shift+z`, by default in an empty search field with nothing typed. */
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
  return actionOf(stroke, { area, platform: 'other', blank: true, aside: false, typed: false, ...context });
}

/** The areas in which a key has this action. */
const areasOf = (keys: string, action: KeyAction, context: Partial<KeyContext> = {}) =>
  areas.filter((area) => actionFor(keys, area, context) === action);

describe('a key', () => {
  it.each<[string, KeyAction, KeyArea[]]>([
    ['/', 'search', ['row', 'row-control', 'elsewhere']],
    ['Shift+?', 'help', ['search', 'row', 'row-control', 'elsewhere']],
    ['ArrowDown', 'next', ['search', 'row', 'row-control']],
    ['ArrowUp', 'previous', ['row', 'row-control']],
    ['Home', 'first', ['row', 'row-control']],
    ['End', 'last', ['row', 'row-control']],
    ['Enter', 'open', ['search', 'row']],
    [' ', 'expand', ['row']],
    ['e', 'edit', ['row', 'row-control']],
    ['#', 'tag', ['row', 'row-control']],
    ['c', 'copy', ['row', 'row-control']],
    ['Delete', 'delete', ['row', 'row-control']],
    ['Escape', 'search', ['row', 'row-control']],
    ['m', 'similar', ['row', 'row-control']],
    ['r', 'related', ['row', 'row-control', 'elsewhere']],
    [',', 'settings', ['row', 'row-control', 'elsewhere']],
    ['Escape', 'leave', ['field']],
    ['Ctrl+Enter', 'save', areas],
    ['Ctrl+z', 'undo', areas],
  ])('%s does %s', (keys, action, where) => {
    expect(areasOf(keys, action)).toEqual(where);
  });

  it('that types a character is no command in a text field', () => {
    for (const key of 'abcemrz,/#019 '.split('').concat('Delete', 'Backspace', 'ArrowLeft', 'Home', 'End', 'Tab')) {
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

  it('Escape clears a non-empty search field, and else is left to the browser, which closes the popup', () => {
    expect(actionFor('Escape', 'search', { blank: false })).toBe('leave');
    expect(actionFor('Escape', 'search')).toBeUndefined();
  });

  it('Escape leaves a field first, then returns to the former list', () => {
    expect(areasOf('Escape', 'back', { aside: true })).toEqual(['search', 'row', 'row-control', 'elsewhere']);
    expect(areasOf('Escape', 'back', { aside: true, blank: false })).toEqual([
      'search',
      'row',
      'row-control',
      'elsewhere',
    ]);
    expect(actionFor('Escape', 'field', { aside: true })).toBe('leave');
  });

  it('leaves pressing a control to the browser', () => {
    for (const key of ['Enter', ' '])
      expect([actionFor(key, 'row-control'), actionFor(key, 'elsewhere')]).toEqual([undefined, undefined]);
  });

  it('is ignored during composition', () => {
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'Ctrl+Enter'])
      for (const area of areas) expect(actionFor(key, area, { composing: true })).toBeUndefined();
  });

  it('with other modifiers is left to the browser', () => {
    for (const keys of ['Ctrl+c', 'Meta+c', 'Alt+e', 'Ctrl+e', 'Alt+Enter', 'Ctrl+Alt+#', 'Ctrl+Shift+z', 'Ctrl+Home'])
      expect([keys, actionFor(keys, 'row')]).toEqual([keys, undefined]);
  });
});

describe('undo', () => {
  it('belongs to the field once something was typed since the action', () => {
    expect(areasOf('Ctrl+z', 'undo', { typed: true })).toEqual(['row', 'row-control', 'elsewhere']);
  });

  it('works with Caps Lock', () => {
    expect(actionFor('Ctrl+Z', 'row')).toBe('undo');
  });
});

describe('on a Mac', () => {
  it('uses Command, not Control', () => {
    expect(areasOf('Meta+z', 'undo', { platform: 'mac' })).toEqual(areas);
    expect(areasOf('Meta+Enter', 'save', { platform: 'mac' })).toEqual(areas);
    for (const keys of ['Ctrl+z', 'Ctrl+Enter'])
      expect(areas.map((area) => actionFor(keys, area, { platform: 'mac' }))).toEqual(areas.map(() => undefined));
    for (const keys of ['Meta+z', 'Meta+Enter'])
      expect(areas.map((area) => actionFor(keys, area))).toEqual(areas.map(() => undefined));
  });

  it('Backspace, labeled delete, deletes a row and nothing else', () => {
    expect(areasOf('Backspace', 'delete', { platform: 'mac' })).toEqual(['row']);
    expect(areasOf('Backspace', 'delete')).toEqual([]);
  });
});

describe('key names', () => {
  it('are those of the platform', () => {
    expect(keyNames('mac')).toMatchObject({ undo: '⌘Z', save: '⌘↵', delete: '⌫', expand: '␣' });
    expect(keyNames('other')).toMatchObject({ undo: 'Ctrl Z', save: 'Ctrl ↵', delete: 'Del', expand: 'Space' });
  });

  it('are converted to the names of key events for screen readers', () => {
    const said = (platform: 'mac' | 'other') =>
      (['undo', 'save', 'delete', 'expand', 'leave', 'open', 'help'] as const).map((name) =>
        ariaKeys(keyNames(platform)[name]),
      );
    expect(said('mac')).toEqual(['Meta+Z', 'Meta+Enter', 'Backspace', 'Space', 'Escape', 'Enter', '?']);
    expect(said('other')).toEqual(['Control+Z', 'Control+Enter', 'Delete', 'Space', 'Escape', 'Enter', '?']);
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
