import reference from './use_reference.json' with { type: 'json' };
import texts from './use_texts.json' with { type: 'json' };

/** Texts with the original model's results for them (scripts/model/use_reference.py). */
export const references = texts.map((text, index) => ({
  text,
  pieces: reference[index]!.pieces,
  vector: new Float32Array(new Uint8Array(Buffer.from(reference[index]!.vector, 'base64')).buffer),
}));
