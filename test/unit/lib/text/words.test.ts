import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentWords } from '../../../../src/lib/text/words.ts';

const words = (text: string) => Array.from(segmentWords(text), ({ word }) => word);

describe('the words of a text', () => {
  it.each([
    [
      'runs of letters and digits',
      'Re: 3 boats, e-mail & snake_case (v2)',
      ['re', '3', 'boats', 'e', 'mail', 'snake', 'case', 'v2'],
    ],
    ['NFKC and lower case', 'ＡＢＣ ﬁne STRASSE Straße m²', ['abc', 'fine', 'strasse', 'straße', 'm2']],
    ['diacritics', 'Café naïve', ['café', 'naïve']],
    ['combining accents', 'Cafe\u0301', ['café']],
    ["English n't as part of the word, typed or typeset", "Don't, DIDN’T; ant", ["don't", 'didn’t', 'ant']],
    [
      'words without their English clitics',
      "Caroline's boat; we’ll see, they'RE gone, it'd",
      ['caroline', 'boat', 'we', 'see', 'they', 'gone', 'it'],
    ],
    [
      'the parts around other apostrophes',
      "l'amour, D'Artagnan, rock'n'roll, м'яч",
      ['l', 'amour', 'd', 'artagnan', 'rock', 'n', 'roll', 'м', 'яч'],
    ],
    ['single letters', 'vitamin D', ['vitamin', 'd']],
    ['soft hyphens inside words', 'Donau\u00ADdampf', ['donau\u00ADdampf']],
    [
      'Chinese by its dictionary',
      '我们在北京大学学习机器学习。',
      ['我们', '在', '北京', '大学', '学习', '机器', '学习'],
    ],
    ['Japanese by its dictionary', '東京都のラーメン', ['東京', '都', 'の', 'ラーメン']],
    ['Thai by its dictionary', 'แมวกินปลา', ['แมว', 'กิน', 'ปลา']],
    ['Latin and digits among Thai', 'ซื้อiPhone 15ใหม่ é', ['ซื้อ', 'iphone', '15', 'ใหม่', 'é']],
    ['Latin among Chinese', 'Python入门 v3', ['python', '入门', 'v3']],
    ['Arabic and Hebrew by spaces', 'مرحبا بالعالم، שלום עולם', ['مرحبا', 'بالعالم', 'שלום', 'עולם']],
    ['Indic vowels within the word', 'हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['each emoji', 'ok🎉🎉 👩🏽‍💻 🇩🇪🇫🇷 ❤️', ['ok', '🎉', '🎉', '👩🏽‍💻', '🇩🇪', '🇫🇷', '❤️']],
    ['nothing for punctuation and signs', '… — © ™ • $ + =', []],
    ['nothing for an empty text', '', []],
  ])('are %s', (_, text, expected) => expect(words(text)).toEqual(expected));

  it('have the right offsets', () => {
    const text = '🎉 Ｃafé: l’Été 東京都 e\u0301a Caroline’s don’t';
    for (const { word, start, end } of segmentWords(text))
      expect(text.slice(start, end).normalize('NFKC').toLowerCase()).toBe(word);
    expect(Array.from(segmentWords(text), ({ start, end }) => text.slice(start, end))).toEqual([
      '🎉',
      'Ｃafé',
      'l',
      'Été',
      '東京',
      '都',
      'e\u0301a',
      'Caroline',
      'don’t',
    ]);
  });

  it('are cut after 128 characters, never within a character', () => {
    expect(words('x'.repeat(70_000))).toEqual(['x'.repeat(128)]);
    expect(words('𝒳𐐀'.repeat(500))[0]).toSatisfy(
      (word: string) => word.isWellFormed() && Array.from(word).length === 128,
    );
  });

  it('are the same on the fast path for ASCII', () => {
    const part = fc.constantFrom(
      ...`n't 's 'd 'm 're 've 'll ' n t s don Don_T x'y 3D e-mail . ,`.split(' '),
      'y'.repeat(200),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect([...segmentWords(text)]).toEqual([...segmentWords(`${text} é`)].slice(0, -1));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});
