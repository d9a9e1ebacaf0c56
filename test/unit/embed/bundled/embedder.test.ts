import { beforeAll, describe, expect, test } from 'vitest';
import { bundledEmbedder } from '../../../../src/embed/bundled/embedder.ts';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import { loadFromDisk } from '../../../../scripts/minilm-from-disk.ts';
import { tokenWidth } from '../../../../src/embed/minilm/kernel-run.ts';
import { readPassageTokens } from '../../../../src/lib/passage-tokens.ts';
import { noTerms } from '../../../../src/lib/terms.ts';
import type { Runner } from '../../../../src/embed/runner.ts';
import { selfTest } from '../../../../src/embed/self-test/self-test.ts';
import { partsFrom, useMultilingual } from '../../../../src/embed/use-multilingual/encoder.ts';
import type { Embedder } from '../../../../src/service/ports/embedder.ts';
import { cosine, references } from '../../../../scripts/model/minilm_references.ts';

let embedder: Embedder & Runner;
beforeAll(async () => {
  embedder = await bundledEmbedder(diskFiles());
});

test('passes the self-test', () => selfTest(embedder));

test('returns the same unit vector for a text alone and in a batch', async () => {
  for (const text of [
    'Two tickets for the evening show.',
    'Zwei Karten für die Abendvorstellung.',
    'The plumber Okafor comes on Tuesday: Heizung entlüften.',
    '夜の部を二枚',
  ]) {
    const { vector } = await embedder.query(text);
    expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    expect(vector).toHaveLength(embedder.model.dimensions);
    expect((await embedder.embed(['another text', text], 'query'))[1]).toEqual(vector);
    const [passage] = await embedder.passages(text);
    expect(cosine(passage!.vector, passage!.vector)).toBeCloseTo(1, 5);
    expect((await embedder.embed(['another text', text], 'passage'))[1]).toEqual(passage!.vector);
  }
});

const longText = references
  .slice(-4)
  .map(({ text }) => text)
  .join('\n\n');

test('embeds a query before a long text is done, and stops embedding a text when its caller aborts', async () => {
  const order: string[] = [];
  const reading = embedder.passages(longText).then(() => order.push('text'));
  await new Promise((resolve) => setTimeout(resolve, 0));
  await embedder.query('hotel').then(() => order.push('question'));
  await reading;
  expect(order).toEqual(['question', 'text']);

  const stop = new AbortController();
  const stopped = embedder.passages(longText, stop.signal);
  stop.abort(new Error('typed on'));
  await expect(stopped).rejects.toThrow('typed on');
});

test('gives a window of a long text the same vector as the window’s text alone', async () => {
  const passages = await embedder.passages(longText);
  expect(passages.length).toBeGreaterThan(1);
  for (const { start, end, vector } of passages)
    expect((await embedder.embed([longText.slice(start, end)], 'passage'))[0]).toEqual(vector);
});

// MiniLM takes a Thai sentence for one word, so a window of 256 MiniLM tokens would be far longer than the text that
// the multilingual model can read.
test('finds a sentence at the end of a long text without spaces between words', async () => {
  const filler = 'วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะกับเพื่อนๆ แล้วกินข้าวเย็นด้วยกัน ';
  const text = `${filler.repeat(60)}รหัสเปิดประตูโรงรถคือสี่เจ็ดสองหก`;
  const passages = await embedder.passages(text);
  expect(passages[0]!.start).toBe(0);
  expect(passages.at(-1)!.end).toBe(text.length);
  for (const [index, { start, end }] of passages.entries()) {
    expect(end - start).toBeLessThanOrEqual(1_000);
    if (index > 0) expect(start).toBeLessThan(passages[index - 1]!.end);
  }
  const { vector } = await embedder.query('รหัสประตูโรงรถคืออะไร');
  const nearness = passages.map((passage) => cosine(vector, passage.vector));
  expect(nearness.at(-1)).toBeGreaterThan(0.03 + Math.max(...nearness.slice(0, -1)));
});

describe('a text is found by a question', () => {
  const others = ['The plumber comes on Tuesday.', 'Die Aktien fielen stark.', '彼女は毎朝公園を走ります。', 'E = mc²'];

  test.each([
    ['in English', 'Which room in the hotel is quiet?', 'Ask for the room at the back, it is calm there.'],
    ['in German', 'Welches Zimmer im Hotel ist leise?', 'Nimm den Raum nach hinten hinaus, dort ist es still.'],
    ['in Japanese', 'ホテルのどの部屋が静かですか', '裏側の部屋を頼むと静かに過ごせます。'],
    [
      'in another language',
      '¿Qué habitación del hotel es tranquila?',
      'Ask for the room at the back, it is calm there.',
    ],
    ['in another script', 'Какой номер в гостинице тихий?', 'Nimm den Raum nach hinten hinaus, dort ist es still.'],
  ])('%s', async (_, question, text) => {
    const { vector } = await embedder.query(question);
    const nearness = async (other: string) => cosine(vector, (await embedder.passages(other))[0]!.vector);
    const right = await nearness(text);
    for (const other of others) expect(right).toBeGreaterThan(0.05 + (await nearness(other)));
  });
});

test('compares two English texts by MiniLM alone, and other texts by the multilingual model', async () => {
  const minilm = await loadFromDisk();
  const multilingual = await useMultilingual(partsFrom(diskFiles()));
  const english = ['Which room in the hotel is quiet?', 'Ask for the room at the back, it is calm there.'] as const;
  const german = [
    'Welches Zimmer im Hotel ist leise?',
    'Nimm den Raum nach hinten hinaus, dort ist es still.',
  ] as const;
  const strength = async (query: string, text: string) => {
    const { vector } = await embedder.query(query);
    return cosine(vector, (await embedder.passages(text))[0]!.vector) / embedder.model.cosines.same;
  };
  const [query, text] = await minilm.embed([...english], 'passage');
  expect(await strength(...english)).toBeCloseTo(cosine(query!, text!) / 0.8, 5);
  // basis.bin reduces the multilingual model's vectors to fewer dimensions, so the cosines differ a little.
  for (const [query, text, factor] of [
    [...german, 2.5],
    [english[0], german[1], 1.3],
    [german[0], english[1], 2.5],
  ] as const) {
    const whole = cosine(multilingual.vectorOf(query), multilingual.vectorOf(text));
    expect(Math.abs((await strength(query, text)) / factor - whole)).toBeLessThan(0.1);
  }
});

test.each(['', '👍', '🦊🦊🦊', '?!', 'ok', '→ ✓', 'Καλημέρα κόσμε'])(
  'gives “%s” a vector of zeros, so nothing finds it by meaning',
  async (text) => {
    const [passage] = await embedder.passages(text);
    expect(passage!.vector).toEqual(new Float32Array(embedder.model.dimensions));
    expect((await embedder.embed([text], 'passage'))[0]).toEqual(passage!.vector);
  },
);

test.each(['猫', 'Brot', '42', 'tea', '👍 Lena', 'да, вечером'])('control: gives “%s” a vector', async (text) => {
  const [{ vector } = { vector: new Float32Array() }] = await embedder.passages(text);
  expect(cosine(vector, vector)).toBeCloseTo(1, 5);
});

test('finds a note with two languages by a question about either half, in either language', async () => {
  const halves = [
    'The bicycle is in the cellar with a flat tyre.',
    'Anna ist allergisch gegen Erdnüsse und Schalentiere.',
  ];
  const [{ vector } = { vector: new Float32Array() }] = await embedder.passages(halves.join(' '));
  const others = ['The landlord will repair the heating on Thursday.', 'Der Flug nach Lissabon geht um sechs.'];
  for (const question of [
    'Where did I put the bike?',
    'Which food must Anna avoid?',
    'Wo steht das Fahrrad?',
    'Welches Essen verträgt Anna nicht?',
  ]) {
    const query = await embedder.query(question);
    const nearness = cosine(query.vector, vector);
    for (const other of others)
      expect(nearness).toBeGreaterThan(0.05 + cosine(query.vector, (await embedder.passages(other))[0]!.vector));
  }
});

test('gives token vectors for English queries only', async () => {
  expect((await embedder.query('the quiet room at the back')).tokens?.terms?.ids.length).toBeGreaterThan(5);
  expect((await embedder.query('das ruhige Zimmer nach hinten hinaus')).tokens).toBeUndefined();
});

test('runs MiniLM on an English window; a German window gets MiniLM vectors of zeros, and no terms', async () => {
  const [german] = await embedder.passages('das ruhige Zimmer nach hinten hinaus');
  expect(readPassageTokens(german!.tokens!, tokenWidth)).toEqual({
    vectors: new Float32Array(tokenWidth),
    terms: noTerms,
  });
  expect(german!.vector.subarray(0, 384)).toEqual(new Float32Array(384));
  const [english] = await embedder.passages('the quiet room at the back');
  const { vectors, terms } = readPassageTokens(english!.tokens!, tokenWidth);
  expect(vectors.some((value) => value !== 0)).toBe(true);
  expect(terms.ids.length).toBeGreaterThan(5);
});

test('has other thresholds for queries that aren’t in English, and stricter thresholds for random letters', async () => {
  expect((await embedder.query('the quiet room at the back')).certain).toBeUndefined();
  const [known, unknown] = [await embedder.query('das ruhige Zimmer'), await embedder.query('asdkjhasd')];
  expect(unknown.certain!.floor).toBeGreaterThan(2 * known.certain!.floor!);
});

test.each([
  ['the quiet room at the back', 0.9, 1],
  ['das ruhige Zimmer nach hinten hinaus', 0.8, 1],
  ['asdkjhasd', 0, 0.6],
  ['החדר השקט בחלק האחורי', 0, 0.2],
])('returns a familiarity with “%s” between %d and %d', async (text, least, most) => {
  const familiarity = await embedder.familiarity(text);
  expect(familiarity).toBeGreaterThanOrEqual(least);
  expect(familiarity).toBeLessThanOrEqual(most);
});

test('the token vectors and terms of a note with 53 tokens take at most 1 kB', async () => {
  const text =
    'The plumber who repaired our old boiler on Tuesday said that the pump in the cellar is worn out, that a new one costs about three hundred euros, and that we should call him again before the winter because the pressure keeps falling every night when it is cold.';
  const [passage] = await embedder.passages(text);
  expect(passage!.tokens!.length).toBeLessThanOrEqual(1_000);
});
