import { packed } from '../../lib/four-bit.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { passageTokens } from '../../lib/passage-tokens.ts';
import { isReadable } from '../../lib/text/readable.ts';
import { isForeignStopWord } from '../../lib/text/stop-words.ts';
import { segmentWords } from '../../lib/text/words.ts';
import {
  ModelUnavailable,
  type Embedder,
  type Model,
  type Passage,
  type QueryEmbedding,
} from '../../service/ports/embedder.ts';
import { variantsWith } from '../bert/choose.ts';
import type { ModelFiles } from '../files/model-files.ts';
import { minilm, type MiniLm } from '../minilm/embedder.ts';
import { tokenWidth } from '../minilm/kernel-run.ts';
import { model as minilmModel } from '../minilm/model.ts';
import { partsFrom as minilmParts } from '../minilm/parts.ts';
import type { Role, Runner } from '../runner.ts';
import { partsFrom as spladeParts, splade } from '../splade/term-encoder.ts';
import { partsFrom as multilingualParts, useMultilingual } from '../use-multilingual/encoder.ts';
import { proof as multilingualProof } from '../use-multilingual/model.ts';
import { wide } from '../use-multilingual/tokens/known-share.ts';
import { isKnownVector } from './known.ts';
import { blocks, mixed, reduced, type Blocks, type Languages } from './mix.ts';
import { basisPath, certainOfOther, certainOfUnknown, certainOfUnsure, model, queryLike } from './model.ts';
import { partsOf } from './parts.ts';

/** A text counts as English if at least this share of its words is in MiniLM's vocabulary. */
const englishFamiliarity = 0.65;

/** A passage counts as partly English from this share on, which texts in other languages hardly ever reach. */
const partlyEnglish = 0.4;

/**
 * Whether the multilingual model can read a passage. The passage must have a digit or a letter in the model's scripts.
 * It must also have a `wide` character (a digit, or a Chinese, Japanese or Korean character) or at least three letters.
 */
const hasMeaning = (text: string): boolean =>
  isReadable(text, model.languages) && (wide.test(text) || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 2);

function languagesOf(familiarity: number): Languages {
  if (familiarity >= englishFamiliarity) return 'english';
  return familiarity >= partlyEnglish ? 'both' : 'other';
}

/** The multilingual model knows a query if `knows` returns at least this. Random letters rarely reach this share. */
const knownShare = 0.8;

/** Whether a text shows that it isn't in English: by a letter beyond a to z, or a stop word of another language. */
const isForeign = (text: string): boolean =>
  /(?![a-z])\p{L}/iu.test(text) || Array.from(segmentWords(text)).some(({ word }) => isForeignStopWord(word));

/** For a text in another language than English, used in place of MiniLM's vector. */
const noVector = new Float32Array(minilmModel.dimensions);

/** One token vector of zeros: late interaction leaves out a passage with nothing but zeros. */
const noTokens = passageTokens(packed(new Float32Array(tokenWidth), tokenWidth));

/**
 * The three bundled models as one. mix.ts joins the vectors of MiniLM and the multilingual model. SPLADE adds terms to
 * MiniLM's token vectors. MiniLM and SPLADE run only on texts that are at least partly English.
 * Throws ModelUnavailable if a model computes a wrong result in this browser.
 */
export async function bundledEmbedder(files: ModelFiles): Promise<Embedder & Runner> {
  const variants = variantsWith(files);
  const [english, termsOf, multilingual, basis] = await Promise.all([
    minilm(minilmParts(files, variants)),
    splade(spladeParts(files, variants)),
    useMultilingual(multilingualParts(files)),
    files.read(basisPath).then(({ buffer }) => new Float32Array(buffer)),
  ]);

  if (!isKnownVector(reduced(multilingual.vectorOf(multilingualProof.text), basis)))
    throw new ModelUnavailable('The bundled model joins its vectors wrongly in this browser.');

  function certainOf(query: string): Model['certain'] {
    if (multilingual.knows(query) < knownShare) return certainOfUnknown;
    return isForeign(query) ? certainOfOther : certainOfUnsure;
  }

  const joined = (text: string, factors: Blocks, minilmVector: Float32Array | undefined) =>
    mixed({ minilm: minilmVector ?? noVector, multilingual: reduced(multilingual.vectorOf(text), basis) }, factors);

  const passageVector = (text: string, languages: Languages, minilmVector: Float32Array | undefined) =>
    hasMeaning(text) ? joined(text, blocks.passage[languages], minilmVector) : new Float32Array(model.dimensions);

  /** The vector of a query. Also returns MiniLM's results if the query is in English. */
  async function readQuery(
    text: string,
  ): Promise<{ vector: Float32Array; fromMinilm?: ReturnType<MiniLm['readQuery']> }> {
    if ((await english.familiarity(text)) < englishFamiliarity)
      return { vector: joined(text, blocks.query.other, undefined) };
    const fromMinilm = english.readQuery(text);
    return { vector: joined(text, blocks.query.english, fromMinilm.vector), fromMinilm };
  }

  async function query(text: string): Promise<QueryEmbedding> {
    const { vector, fromMinilm } = await readQuery(text);
    if (!fromMinilm) return { vector, certain: certainOf(text) };
    return { vector, tokens: { ...fromMinilm.tokens, terms: termsOf(fromMinilm.sequence) } };
  }

  /**
   * The passages of a text, in order. `compute` returns MiniLM's results only if the passage is at least partly in
   * English.
   */
  async function* lazyPassages(text: string) {
    for (const { start, end, tokens: sequence, embed } of english.windows(text)) {
      const languages = languagesOf(await english.familiarity(text.slice(start, end)));
      for (const range of languages === 'other' ? partsOf(text, start, end) : [{ start, end }])
        yield {
          ...range,
          sequence,
          compute() {
            const fromMinilm = languages === 'other' ? undefined : embed();
            const vector = passageVector(text.slice(range.start, range.end), languages, fromMinilm?.vector);
            return { vector, fromMinilm };
          },
        };
    }
  }

  async function passages(text: string, signal?: AbortSignal): Promise<Passage[]> {
    const found: Passage[] = [];
    for await (const { start, end, sequence, compute } of lazyPassages(text)) {
      if (found.length > 0) await nextTurn();
      signal?.throwIfAborted();
      const { vector, fromMinilm } = compute();
      found.push({
        start,
        end,
        vector,
        tokens: fromMinilm ? passageTokens(fromMinilm.tokenVectors, termsOf(sequence)) : noTokens,
      });
    }
    return found;
  }

  /** The vector of a query or of a text's first passage. Computes no terms, which take a third of a passage's time. */
  async function vectorOf(text: string, role: Role): Promise<Float32Array> {
    if (role === 'query') return (await readQuery(text)).vector;
    for await (const { compute } of lazyPassages(text)) return compute().vector;
    throw new Error('A text has at least one passage.');
  }

  return {
    model,
    query,
    queryLike,
    passages,
    async familiarity(text) {
      const familiarity = await english.familiarity(text);
      const known = multilingual.knows(text);
      // A query with some English words may be English with rare words. Only MiniLM can judge such a query.
      const maybeEnglish = familiarity > 0 && !isForeign(text);
      return maybeEnglish || known < knownShare ? familiarity : known;
    },
    async embed(texts, role) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        // The self-test embeds many texts, and a query must not wait for all of them.
        await nextTurn();
        vectors.push(await vectorOf(text, role));
      }
      return vectors;
    },
  };
}
