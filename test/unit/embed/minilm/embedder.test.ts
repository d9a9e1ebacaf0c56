import { describe, expect, test } from 'vitest';
import { variantsHere, type Variant } from '../../../../src/embed/bert/choose.ts';
import { diskFiles } from '../../../../src/embed/files/disk-files.ts';
import { minilm, type Parts } from '../../../../src/embed/minilm/embedder.ts';
import { loadFromDisk } from '../../../../scripts/minilm-from-disk.ts';
import { kernelPath } from '../../../../src/embed/minilm/model.ts';
import { partsFrom } from '../../../../src/embed/minilm/parts.ts';
import { ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { read } from './modules.ts';
import { cosine, references } from '../../../../scripts/model/minilm_references.ts';

const parts = partsFrom(diskFiles());
const longText = references
  .slice(-8)
  .map(({ text }) => text)
  .join('\n\n')
  .repeat(2);

/**
 * Records the requested modules. If `wrong` returns true for a module, the plain module with a wrong constant takes its
 * place: this has the effect of a wrong instruction.
 */
function recordingParts(wrong: (name: Variant) => boolean): { parts: Parts; requested: Variant[] } {
  const requested: Variant[] = [];
  const kernel = async (name: Variant) => {
    requested.push(name);
    return wrong(name) ? withWrongRounding(read(kernelPath('plain'))) : read(kernelPath(name));
  };
  return { parts: { ...parts, kernel }, requested };
}

/** Replaces every 1.5 × 2^23, the constant used for rounding, with 2^23 + 1. */
function withWrongRounding(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [right, wrong] = [
    new Uint8Array(Float32Array.of(12_582_912).buffer),
    new Uint8Array(Float32Array.of(8_388_609).buffer),
  ];
  for (let offset = 0; offset + 4 <= module.length; offset++)
    if (right.every((byte, index) => module[offset + index] === byte)) module.set(wrong, offset);
  return module;
}

describe('the embedder', () => {
  test('stops between two windows when the caller aborts', async () => {
    const embedder = await loadFromDisk();
    const stop = new AbortController();
    const reading = embedder.passages(longText, stop.signal);
    stop.abort(new Error('typed on'));
    await expect(reading).rejects.toThrow('typed on');
    expect((await embedder.passages(longText, new AbortController().signal)).length).toBeGreaterThan(1);
  });

  test('finds a text that shares no word with the query', async () => {
    const embedder = await loadFromDisk();
    const { vector: question } = await embedder.query('that quiet hotel Anna told me about');
    const nearness = async (text: string) => cosine(question, (await embedder.passages(text))[0]!.vector);
    const found = await nearness('room twelve, Lisbon, ask for the back');
    for (const other of ['The plumber comes on Tuesday.', 'E = mc²', 'Stocks fell sharply.'])
      expect(found).toBeGreaterThan(0.1 + (await nearness(other)));
  });

  test('returns the same vector for a text as a query, as a passage and in a batch', async () => {
    const embedder = await loadFromDisk();
    const text = 'Two tickets for the evening show cost forty-eight euros.';
    const [passage] = await embedder.passages(text);
    expect(passage).toMatchObject({ start: 0, end: text.length });
    expect((await embedder.query(text)).vector).toEqual(passage!.vector);
    expect((await embedder.embed(['another text', text], 'passage'))[1]).toEqual(passage!.vector);
  });

  test('gives a window of a long text the same vector as the window’s text alone', async () => {
    const embedder = await loadFromDisk();
    const passages = await embedder.passages(longText);
    expect(passages.length).toBeGreaterThan(3);
    for (const { start, end, vector } of passages)
      expect((await embedder.query(longText.slice(start, end))).vector).toEqual(vector);
  });

  test('embeds a query between two windows of a long text', async () => {
    const embedder = await loadFromDisk();
    const order: string[] = [];
    const reading = embedder.passages(longText).then(() => order.push('text'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    await embedder.query('hotel').then(() => order.push('question'));
    await reading;
    expect(order).toEqual(['question', 'text']);
  });
});

describe('the choice of a module', () => {
  test('uses the fast module if it returns the known vector', async () => {
    const { parts: recorded, requested } = recordingParts(() => false);
    await minilm(recorded);
    expect(requested).toEqual([expect.stringMatching(/^relaxed-(pairs|fours)$/)]);
  });

  test('falls back to plain SIMD if the fast module returns another vector', async () => {
    const { parts: recorded, requested } = recordingParts((name) => name.startsWith('relaxed-'));
    const embedder = await minilm(recorded);
    expect(requested).toEqual([expect.stringMatching(/^relaxed-/), 'plain']);
    const { text, vector } = references[40]!;
    expect(cosine((await embedder.query(text)).vector, vector)).toBeGreaterThan(0.99);
  });

  test('uses plain SIMD if the browser has no relaxed SIMD', async () => {
    const { parts: recorded, requested } = recordingParts(() => false);
    await minilm({ ...recorded, variants: () => variantsHere(new Uint8Array(8)) });
    expect(requested).toEqual(['plain']);
  });

  test('throws ModelUnavailable if no module returns the known vector', async () => {
    const { parts: recorded } = recordingParts(() => true);
    await expect(minilm(recorded)).rejects.toThrow(
      new ModelUnavailable('The bundled model computes wrong vectors in this browser.'),
    );
  });
});
