import reference from './splade_reference.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64')).buffer;

/** Texts and the weights that the original model gives their terms (scripts/model/splade_reference.py). */
export const references = texts.map((text, index) => {
  const weights = new Float32Array(bytes(reference[index]!.weights));
  return {
    text,
    weights: new Map(Array.from(new Int32Array(bytes(reference[index]!.terms)), (term, at) => [term, weights[at]!])),
  };
});
