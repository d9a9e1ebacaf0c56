import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedText, phraseOf } from '../../../../src/lib/text/phrase.ts';
import { checkProperty } from '../../../support/property.ts';

const parts = [
  "quiet|Hotel|don't|it's|n’t|'s|café|cafe\u0301|STRASSE|straße|3rd|Ёлка|ΣΑΣ|½|℃|ſ|\u212a|Ａ",
  '東京|京都|都|人々|豈|〇|⼀|𠮷|がぎ|か\u3099|カー|ｶﾞ|ー|年\u0301|2024年',
  'กา|น้ำ|ปี|\u0e48|ລາວ|ខ្មែរ|မြန်မာ|한국어|שָׁלוֹם|مُحَمَّد|ﷺ|हिन्दी',
  '👩‍👩‍👧|🇩🇪|☕\ufe0f|1\ufe0f\u20e3|\u00ad|\u200d|\u0301|\ud83d|\udc4d',
  " |, |-|_|\u00a0|。|，|「|…|“|’|'|·|・|～|\n",
].flatMap((some) => some.split('|'));
const long = ['x', 'n', '東', 'ア', 'あ', 'ก', 'ລ', 'é', "n't", '東ア'].flatMap((part) =>
  [126, 127, 128, 129, 300].map((count) => part.repeat(count)),
);
const text = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...parts) },
      { weight: 1, arbitrary: fc.constantFrom(...long) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    { maxLength: 20 },
  )
  .map((all) => all.join(''));

test('a text is folded just as a phrase is, in any script', async () => {
  await checkProperty(
    'folded texts',
    fc.property(text, (one) => {
      expect(foldedText(one)).toBe(phraseOf(one)?.folded ?? '  ');
    }),
    { seed: 20_261_128, runs: 2_000, seconds: 1 },
  );
});
