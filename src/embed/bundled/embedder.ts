import { packed } from '../../lib/four-bit.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { passageTokens } from '../../lib/passage-tokens.ts';
import { isForeignStopWord } from '../../lib/text/stop-words.ts';
import { wordsOf } from '../../lib/text/words.ts';
import type { Embedder, Model } from '../../service/ports/embedder.ts';
import { variantsWith } from '../bert/choose.ts';
import type { ModelFiles } from '../files/model-files.ts';
import { minilm } from '../minilm/embedder.ts';
import { tokenWidth } from '../minilm/kernel-run.ts';
import { model as minilmModel } from '../minilm/model.ts';
import { partsFrom as minilmParts } from '../minilm/parts.ts';
import type { Role, Runner } from '../runner.ts';
import { partsFrom as spladeParts, splade } from '../splade/term-encoder.ts';
import { partsFrom as multilingualParts, useMultilingual } from '../use-multilingual/encoder.ts';
import { mixed, reduced } from './mix.ts';
import { basisPath, certainOfOther, certainOfUnknown, certainOfUnsure, model, queryLike } from './model.ts';
import { partsOf } from './parts.ts';

/** A text counts as English if at least this share of its words is in MiniLM's vocabulary. */
const englishFamiliarity = 0.65;

/** The multilingual model knows a query if `knows` returns at least this. For random letters it returns less. */
const knownShare = 0.8;

/** Whether a text shows that it isn't in English: by a letter beyond a to z, or a stop word of another language. */
const isForeign = (text: string): boolean =>
  /(?![a-z])\p{L}/iu.test(text) || Array.from(wordsOf(text)).some(({ word }) => isForeignStopWord(word));

/** Takes the place of MiniLM's vector for a text that isn't English. */
const noVector = new Float32Array(minilmModel.dimensions);

/** One token vector of zeros: late interaction leaves out a passage with nothing but zeros. */
const noTokens = passageTokens(packed(new Float32Array(tokenWidth), tokenWidth));

/**
 * The three bundled models as one: mix.ts joins the vectors of MiniLM and the multilingual model; SPLADE adds terms to
 * MiniLM's token vectors. MiniLM and SPLADE run only on English texts. The windows are MiniLM's; parts.ts divides those
 * in other languages. Throws ModelUnavailable.
 */
export async function bundledEmbedder(files: ModelFiles): Promise<Embedder & Runner> {
  const variants = variantsWith(files);
  const [english, termsOf, multilingual, basis] = await Promise.all([
    minilm(minilmParts(files, variants)),
    splade(spladeParts(files, variants)),
    useMultilingual(multilingualParts(files)),
    files.read(basisPath).then(({ buffer }) => new Float32Array(buffer)),
  ]);

  const isEnglish = async (text: string) => (await english.familiarity(text)) >= englishFamiliarity;

  function certainOf(query: string): Model['certain'] {
    if (multilingual.knows(query) < knownShare) return certainOfUnknown;
    return isForeign(query) ? certainOfOther : certainOfUnsure;
  }

  const joined = (text: string, role: Role, minilmVector: Float32Array | undefined) =>
    mixed(
      { minilm: minilmVector ?? noVector, multilingual: reduced(multilingual.vectorOf(text), basis) },
      role,
      minilmVector ? 'english' : 'other',
    );

  return {
    model,
    async query(text) {
      if (await isEnglish(text)) {
        const { sequence, vector, tokens } = english.readQuery(text);
        return { vector: joined(text, 'query', vector), tokens: { ...tokens, terms: termsOf(sequence) } };
      }
      return { vector: joined(text, 'query', undefined), certain: certainOf(text) };
    },
    queryLike,
    async familiarity(text) {
      const familiarity = await english.familiarity(text);
      const known = multilingual.knows(text);
      // A query with some English words may be English with rare words, which only MiniLM would judge well.
      const maybeEnglish = familiarity > 0 && !isForeign(text);
      return maybeEnglish || known < knownShare ? familiarity : known;
    },
    async passages(text, signal) {
      const passages = [];
      for (const { start, end, tokens: sequence, embed } of english.windows(text)) {
        const part = text.slice(start, end);
        const isKnown = await isEnglish(part);
        for (const range of isKnown ? [{ start, end }] : partsOf(text, start, end)) {
          if (passages.length > 0) await nextTurn();
          signal?.throwIfAborted();
          const own = isKnown ? embed() : undefined;
          passages.push({
            ...range,
            vector: joined(text.slice(range.start, range.end), 'passage', own?.vector),
            tokens: own ? passageTokens(own.tokenVectors, termsOf(sequence)) : noTokens,
          });
        }
      }
      return passages;
    },
    async embed(texts, role) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const [vector] = (await isEnglish(text)) ? await english.embed([text], role) : [];
        vectors.push(joined(text, role, vector));
      }
      return vectors;
    },
  };
}
