import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partsOf } from '../../../src/transfer/text-parts.ts';

const sizeOf = (text: string) => Buffer.byteLength(text);

describe('a text', () => {
  test('stays one part if short enough, and has no parts if blank', () => {
    expect(partsOf(' One.\n\nTwo. ', 100)).toEqual(['One.\n\nTwo.']);
    expect(partsOf(' \n ', 100)).toEqual([]);
  });

  test.each([
    ['paragraphs', 'One two three.\n\nFour five six.', 20, ['One two three.', 'Four five six.']],
    ['lines', '- one two three\n- four five six', 20, ['- one two three', '- four five six']],
    ['sentences', 'One two three. Four five six.', 20, ['One two three.', 'Four five six.']],
    ['words', 'one two three four five six', 16, ['one two three', 'four five six']],
    ['characters', '🦢🦢🦢🦢', 9, ['🦢🦢', '🦢🦢']],
  ])('is cut between %s', (_, text, bytes, parts) => {
    expect(partsOf(text, bytes)).toEqual(parts);
  });

  test('loses only white space when it is split, and no part is too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 32, max: 90 }), (text, bytes) => {
        const parts = partsOf(text.toWellFormed(), bytes);
        const plain = (all: string) => all.replaceAll(/\s+/g, '');
        expect(plain(parts.join(''))).toBe(plain(text.toWellFormed()));
        for (const part of parts) expect(sizeOf(part)).toBeLessThanOrEqual(bytes);
      }),
    );
  });
});
