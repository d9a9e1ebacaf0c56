import reference from './minilm_reference.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };

/** Texts with the original model's results for them (scripts/model/minilm_reference.py). */
export const references = texts.map((text, index) => ({
  text,
  vector: new Float32Array(new Uint8Array(Buffer.from(reference[index]!, 'base64')).buffer),
}));

export const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
