import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/v1/limits.ts';
import { usableName } from '../../../src/v1/schemas/collection.ts';

const longest = 'x'.repeat(limits.collectionNameCharacters);
const marks = (count: number) => `a${'\u0301'.repeat(count)}`;

describe('a collection name made from any text', () => {
  test('is shortened without counting the white space at its ends', () => {
    expect(usableName(`  ${longest}y`)).toBe(longest);
    expect(usableName(`${longest.slice(1)} y`)).toBe(longest.slice(1));
    expect(usableName('  ')).toBe('–');
  });

  test('contains only what can be stored', () => {
    expect(usableName('Wo\u0000rk')).toBe('Work');
    expect(usableName('Work\ud800')).toBe('Work\ufffd');
    expect(usableName('\u0000')).toBe('–');
    expect(usableName(`${marks(90)}b`)).toBe(`${marks(30)}b`);
    expect(usableName(`${'\u{1f600}'.repeat(limits.collectionNameCharacters)}x`)).toBe(
      '\u{1f600}'.repeat(limits.collectionNameCharacters),
    );
  });
});
