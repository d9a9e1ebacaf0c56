import { describe, expect, test } from 'vitest';
import { model as minilm, proof } from '../../../../src/embed/minilm/model.ts';
import { dot, lengthOf } from '../../../../src/lib/vector-math.ts';
import { loadWebLlm } from '../../../../src/embed/webllm/embedder.ts';
import { windowSize } from '../../../../src/embed/webllm/models.ts';
import { ModelLost, ModelRefused, ModelUnavailable } from '../../../../src/service/ports/embedder.ts';
import { fakeModel, fakeWebLlm, vocabulary, type FakeOptions } from '../../../support/fake-web-llm.ts';
import { spoiltMiniLm } from '../../../support/spoilt-minilm.ts';
import { spoilt, toyRunner } from '../../../support/toy-model.ts';

// Tests the real embedder with a fake of web-llm. `npm run try:webllm` tests it with real weights and a graphics card.

function load(options: FakeOptions = {}, { hasAdapter = true, known = fakeModel } = {}) {
  const fake = fakeWebLlm(options);
  const progress: number[] = [];
  const loaded = loadWebLlm(known, { library: fake.library, vocabulary, hasAdapter: async () => hasAdapter }, (share) =>
    progress.push(share),
  );
  return { fake, progress, loaded };
}

/** A text of `count` words with one token each. */
const words = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => ['river', 'house', 'garden', 'letter', 'music', 'water', 'stone'][index % 7],
  ).join(' ');

describe('a model run by web-llm', () => {
  test('requests only its own weights and its packaged library', async () => {
    const { fake, loaded } = load();
    await loaded;
    expect(fake.configs).toEqual([
      {
        cacheBackend: 'cache',
        model_list: [
          {
            model: 'https://models.example/toy/resolve/main/',
            model_id: 'toy',
            model_lib: '/webllm/toy.wasm',
            model_type: 1,
          },
        ],
      },
    ]);
  });

  test('reports progress from 0 to 1, never backwards', async () => {
    const { progress, loaded } = load();
    await loaded;
    expect(progress).toEqual([0, 0.4, 0.8, 0.85, 0.95, 1].map((share) => expect.closeTo(share, 9)));
  });

  test('puts the prefix from the model’s card before a query, but not before a passage', async () => {
    const { fake, loaded } = load();
    const embedder = await loaded;
    fake.calls.length = 0;
    await embedder.query('a quiet hotel');
    await embedder.passages('room twelve');
    expect(await embedder.familiarity?.('a quiet Zimmer')).toBeCloseTo(1 / 2);
    expect(fake.calls).toEqual([
      ['[CLS] represent this sentence for searching relevant passages : a quiet hotel [SEP]'],
      ['[CLS] room twelve [SEP]'],
    ]);
  });

  test('gives each window a vector of length 1, the same as for the window’s text alone', async () => {
    const embedder = await load().loaded;
    const text = `${words(windowSize.tokens)} kitten ${words(3)}`;
    const passages = await embedder.passages(text);
    expect(lengthOf((await embedder.query('a')).vector)).toBeCloseTo(1, 5);
    expect(passages).toHaveLength(2);
    for (const { start, end, vector } of passages) {
      expect(lengthOf(vector)).toBeCloseTo(1, 5);
      const [alone] = await embedder.passages(text.slice(start, end));
      expect(dot(vector, alone!.vector)).toBeCloseTo(1, 5);
    }
    expect(text.slice(0, passages[0]!.end)).not.toContain('kitten');
    expect(text.slice(passages[1]!.start, passages[1]!.end)).toMatch(/ kitten river house garden$/);
  });

  test('embeds a long text in batches of at most four windows', async () => {
    const { fake, loaded } = load();
    const embedder = await loaded;
    fake.calls.length = 0;
    await embedder.passages(words(5.5 * (windowSize.tokens - windowSize.overlap)));
    expect(fake.calls.map((texts) => texts.length)).toEqual([4, 2]);
    expect(Math.max(...fake.calls.flat().map((text) => text.split(' ').length))).toBe(windowSize.tokens);
  });

  test('cuts a query to one window', async () => {
    const { fake, loaded } = load();
    const embedder = await loaded;
    fake.calls.length = 0;
    await embedder.query(words(2 * windowSize.tokens));
    expect(fake.calls.flat().map((text) => text.split(' ').length)).toEqual([windowSize.tokens]);
  });

  test('treats a typed special token as text', async () => {
    const { fake, loaded } = load();
    const embedder = await loaded;
    fake.calls.length = 0;
    await embedder.passages('one [SEP] two');
    expect(fake.calls).toEqual([['[CLS] one [ sep ] two [SEP]']]);
  });

  test('embeds one text at a time if padding changes vectors, so that the self-test passes', async () => {
    const { fake, loaded } = load({ runner: toyRunner({ ignoresMask: true }) });
    const embedder = await loaded;
    fake.calls.length = 0;
    await embedder.passages(words(2.5 * (windowSize.tokens - windowSize.overlap)));
    expect(fake.calls.map((texts) => texts.length)).toEqual([1, 1, 1]);
  });
});

describe('a model run by web-llm is refused', () => {
  test.each([
    ['a shuffled vocabulary', 'proof', toyRunner({ shuffled: true })],
    ['values that are NaN', 'numbers', spoilt((vectors) => vectors.map((vector) => vector.with(1, Number.NaN)))],
  ])('for %s', async (_, check, runner) => {
    const cause: unknown = await load({ runner }).loaded.catch((refusal: unknown) => refusal);
    expect(cause).toBeInstanceOf(ModelRefused);
    expect(cause).toMatchObject({ check });
  });

  test('if its library scales attention wrongly, but not if the library ignores the mask', async () => {
    const known = { ...fakeModel, model: minilm, proof };
    const runner = await spoiltMiniLm({ attentionScale: Math.sqrt(32), ignoresMask: true });
    const { fake, loaded } = load({ runner }, { known });
    await expect(loaded).rejects.toMatchObject({ check: 'proof' });
    expect(fake.calls.at(-1)).toEqual(['[CLS] hello world [SEP]']);
    await expect(load({ runner: await spoiltMiniLm({ ignoresMask: true }) }, { known }).loaded).resolves.toMatchObject({
      model: minilm,
    });
  });
});

const errorNamed = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('loading a model with web-llm fails', () => {
  test('without a graphics adapter, before anything is fetched', async () => {
    const { fake, loaded } = load({}, { hasAdapter: false });
    await expect(loaded).rejects.toThrow('Toy needs WebGPU, and this browser has no suitable graphics adapter.');
    expect(fake.configs).toEqual([]);
  });

  test.each([
    [
      'a library of another version',
      errorNamed(
        'LinkError',
        'WebAssembly.instantiate(): Import #3 "env" "ResetThreadPoolEv": function import requires a callable',
      ),
      'Its program file in this build doesn’t match',
    ],
    ['no network', new TypeError('Failed to fetch'), 'Couldn’t download its files from models.example.'],
    [
      'a missing file',
      new TypeError("Failed to execute 'add' on 'Cache': Request failed"),
      'Couldn’t download its files from models.example.',
    ],
    ['a full disk', errorNamed('QuotaExceededError', 'Quota exceeded.'), 'The disk has too little free space'],
    [
      'a device that gave up',
      errorNamed('DeviceLostError', 'The WebGPU device was lost while loading the model.'),
      'The graphics card failed',
    ],
    ['anything else', new Error('Boom'), 'web-llm reported: Error: Boom'],
  ])('with the reason: %s', async (_, reloadFails, sentence) => {
    const cause: unknown = await load({ reloadFails }).loaded.catch((failure: unknown) => failure);
    expect(cause).toBeInstanceOf(ModelUnavailable);
    expect(cause).not.toBeInstanceOf(ModelRefused);
    expect(cause).toMatchObject({ message: expect.stringContaining(sentence), cause: reloadFails });
  });
});

describe('a graphics device that is lost', () => {
  test('makes every later call throw the same ModelLost', async () => {
    const { fake, loaded } = load();
    const embedder = await loaded;
    fake.loseDevice();
    const first: unknown = await embedder.query('a').catch((cause: unknown) => cause);
    expect(first).toBeInstanceOf(ModelLost);
    expect(first).toMatchObject({
      message: 'Toy stopped: it can no longer use the graphics card.',
      cause: { message: 'Object has already been disposed' },
    });
    await expect(embedder.passages('b')).rejects.toBe(first);
  });

  test('does not prevent a new engine from loading', async () => {
    const { fake, loaded } = load();
    await loaded;
    fake.loseDevice();
    const again = load();
    await expect((await again.loaded).query('a')).resolves.toMatchObject({ vector: { length: 64 } });
  });
});
