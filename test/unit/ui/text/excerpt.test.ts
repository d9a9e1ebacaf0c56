import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangesOf, type Range } from '../../../../src/lib/text/mark.ts';
import { excerptOf, inOrder, onOneLine, piecesOf, withoutBlankLines } from '../../../../src/ui/text/excerpt.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** A text with a separator around each grapheme. */
const separateGraphemes = (text: string) =>
  `|${Array.from(graphemes.segment(text), ({ segment }) => segment).join('|')}|`;

const excerptFor = (text: string, ...words: string[]) => excerptOf(text, rangesOf(text, words));
const markedIn = (excerpt: { text: string; marks: Range[] }) =>
  piecesOf(excerpt.text, excerpt.marks)
    .filter(({ marked }) => marked)
    .map(({ text }) => text);

const withoutEllipses = (excerpt: { text: string }) => excerpt.text.replace(/^… /, '').replace(/…$/, '');

const sentence = 'The quick brown fox jumps over the lazy dog, again and again. ';
const long = sentence.repeat(40);

describe('an excerpt', () => {
  it('of a short text is the whole text with its marks', () => {
    const excerpt = excerptFor('The boiler is in the cellar', 'boiler', 'cellar');
    expect(excerpt).toEqual({
      text: 'The boiler is in the cellar',
      marks: [
        { start: 4, end: 10 },
        { start: 21, end: 27 },
      ],
      cut: false,
    });
    expect(excerptOf('', [])).toEqual({ text: '', marks: [], cut: false });
  });

  it('on one line shows more than the first item of a list', () => {
    const list = '- milk\n- eggs\n\n- yeast';
    expect(onOneLine(list)).toBe('- milk - eggs  - yeast');
    expect(excerptOf(onOneLine(list), rangesOf(onOneLine(list), ['yeast']), null, 1)).toMatchObject({
      marks: [{ start: 17, end: 22 }],
      cut: false,
    });
  });

  it('of a long text is the text’s start if no mark is far from the start', () => {
    for (const excerpt of [excerptOf(long, []), excerptFor(`A heron. ${long}`, 'heron')]) {
      expect(excerpt.cut).toBe(true);
      expect(excerpt.text).toMatch(/^(A heron\. )?The quick.*…$/);
      expect(excerpt.text.length).toBeLessThan(500);
    }
  });

  it('starts shortly before a distant first mark, between words', () => {
    const text = `${long}A heron stands in the pond. ${long}`;
    const excerpt = excerptFor(text, 'heron', 'pond');
    expect(markedIn(excerpt)).toEqual(['heron', 'pond']);
    expect(excerpt.text.indexOf('heron')).toBeLessThan(80);
    expect(excerpt.text).toMatch(/^… .*…$/s);
    const before = text.slice(0, text.indexOf(withoutEllipses(excerpt)));
    expect(before).toMatch(/\s$/);
    expect(text.slice(before.length + withoutEllipses(excerpt).length)).toMatch(/^\w/);
    expect(withoutEllipses(excerpt)).toMatch(/\s$/);
  });

  it('starts with the line of the first mark if the text’s first two lines don’t show that mark', () => {
    const recipe = 'Sourdough\n100 g starter\n350 g water\n500 g flour\nFold four times in two hours';
    expect(excerptFor(recipe, 'fold').text).toBe('… Fold four times in two hours');
    expect(excerptFor(recipe, 'flour').text).toBe('… 500 g flour\nFold four times in two hours');
    expect(excerptFor(recipe, 'starter').text).toBe(recipe);
  });

  it('adds a no-break space after a sentence at the end of a line, where CSS may add an ellipsis', () => {
    expect(excerptFor('“Ask Anna.” \nShe knows.\r\nOr Ben\nknows.', 'anna', 'ben')).toEqual({
      text: '“Ask Anna.”\u00a0 \nShe knows.\u00a0\r\nOr Ben\nknows.',
      marks: [
        { start: 5, end: 9 },
        { start: 30, end: 33 },
      ],
      cut: false,
    });
  });

  it('of one line shows the first mark near its start', () => {
    const text = 'The plumber Mr. Okafor fixed the boiler on Elm Street in two hours, for which he took forty.';
    expect(excerptOf(text, rangesOf(text, ['okafor']), null, 1).text).toBe(text);
    const excerpt = excerptOf(text, rangesOf(text, ['hours']), null, 1);
    expect(excerpt.text.indexOf('hours')).toBeLessThan(30);
    expect(markedIn(excerpt)).toEqual(['hours']);
    expect(excerptOf('Sourdough\nOne hour', rangesOf('Sourdough\nOne hour', ['hour']), null, 1).text).toBe(
      '… One hour',
    );
  });

  describe('of a memory found by meaning', () => {
    const text = `${long}A heron stands in the pond. ${long}The heron is grey. ${long}`;
    const second = { start: text.indexOf('The heron'), end: text.length };

    it('starts with the passage if nothing is marked and the passage isn’t near the start of the text', () => {
      expect(excerptOf(text, [], second).text).toMatch(/^… The heron is grey\. The quick.*…$/);
      expect(excerptOf(text, [], { start: 0, end: 500 })).toEqual(excerptOf(text, []));
      expect(excerptOf(text, [], { start: 60, end: 500 })).toEqual(excerptOf(text, []));
      expect(excerptOf(text, [], null)).toEqual(excerptOf(text, []));
    });

    it('shows the first mark in the passage rather than an earlier mark', () => {
      const marks = rangesOf(text, ['heron']);
      expect(excerptOf(text, marks).text).toContain('stands in the pond');
      const excerpt = excerptOf(text, marks, second);
      expect(excerpt.text).toContain('The heron is grey');
      expect(markedIn(excerpt)).toEqual(['heron']);
    });

    it('shows the first mark if no mark is in the passage', () => {
      expect(excerptOf(text, rangesOf(text, ['pond']), second)).toEqual(excerptOf(text, rangesOf(text, ['pond'])));
    });
  });

  it('marks words of a right-to-left script in place', () => {
    const text = `${'הספר הזה נמצא על המדף העליון. '.repeat(20)}השרברב תיקן את הדוד.`;
    const excerpt = excerptFor(text, 'השרברב');
    expect(markedIn(excerpt)).toEqual(['השרברב']);
    expect(text).toContain(withoutEllipses(excerpt));
    expect(excerpt.text.endsWith('תיקן את הדוד.')).toBe(true);
  });

  it('shows a long marked word near the beginning in full', () => {
    const word = 'k'.repeat(125);
    expect(excerptFor(`key ${word} ${long}`, word).text.startsWith(`key ${word}`)).toBe(true);
  });

  it('clips a mark that is longer than an excerpt', () => {
    const excerpt = excerptOf('漢'.repeat(2_000), [{ start: 600, end: 1_800 }]);
    const [mark] = excerpt.marks;
    expect(excerpt.marks).toHaveLength(1);
    expect(mark!.end - mark!.start).toBeGreaterThan(300);
    expect(mark!.end).toBeLessThanOrEqual(excerpt.text.length);
  });

  it.each([
    ['flags', '🇩🇪🇫🇷🇮🇹🇪🇸'],
    ['families', '👨‍👩‍👧‍👦'],
    ['skins', '👍🏽'],
    ['letters with marks', 'g̈ö'],
    ['letters with many marks', `a${'\u0301'.repeat(30)}`],
    ['syllables', 'नमस्ते'],
    ['lines', 'word\r\n'],
  ])('never cuts inside a character: %s', (_, unit) => {
    for (let shift = 0; shift < 80; shift++) {
      const text = '·'.repeat(shift) + unit.repeat(600);
      const excerpt = excerptOf(text, [{ start: 500, end: 503 }]);
      expect(excerpt.text).toMatch(/^… .*…$/s);
      expect(separateGraphemes(text)).toContain(separateGraphemes(withoutEllipses(excerpt)));
    }
  });

  it('contains only text from the original, and marks only marked text', () => {
    const letters = fc.constantFrom('a', 'b', ' ', ' ', '\n', 'é', '漢', '👍🏽', '🇩🇪', 'א');
    const texts = fc.array(letters, { minLength: 300, maxLength: 1_500, size: 'max' }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 20 }), (text, offset, length) => {
        const start = Math.min(offset % (text.length + 1), text.length);
        const end = Math.min(text.length, start + length);
        const marks = start < end ? [{ start, end }] : [];
        const excerpt = excerptOf(text, marks);
        expect(text).toContain(withoutEllipses(excerpt));
        expect(excerpt.cut).toBe(withoutEllipses(excerpt) !== text);
        expect(markedIn(excerpt)).toEqual(marks.map((mark) => text.slice(mark.start, mark.end)));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

it('blank lines become spaces, so that the offsets after them stay the same', () => {
  const text = 'Recipe\n\n100 g starter\r\n \r\n\n350 g water\nsalt\r\npepper';
  const closed = withoutBlankLines(text);
  expect(closed.split('\n').map((line) => line.trim())).toEqual([
    'Recipe',
    '100 g starter',
    '350 g water',
    'salt',
    'pepper',
  ]);
  expect(closed.indexOf('350')).toBe(text.indexOf('350'));
});

describe('the pieces of a marked text', () => {
  it('are the text in order, alternately marked and unmarked, none empty', () => {
    expect(
      piecesOf('one two', [
        { start: 0, end: 3 },
        { start: 4, end: 7 },
      ]),
    ).toEqual([
      { text: 'one', marked: true },
      { text: ' ', marked: false },
      { text: 'two', marked: true },
    ]);
    expect(piecesOf('one', [])).toEqual([{ text: 'one', marked: false }]);
    expect(piecesOf('', [])).toEqual([]);
  });
});

it('sorts matched words by position in the text, with words that aren’t in the text last', () => {
  expect(inOrder(['boiler', 'home', 'okafor'], 'Mr. Okafor fixed the boiler; the BOILER, Okafor')).toEqual([
    'okafor',
    'boiler',
    'home',
  ]);
  expect(inOrder(['home'], '')).toEqual(['home']);
  expect(inOrder([], 'anything')).toEqual([]);
});
