import type { WeightsFile } from '../files/model-files.ts';
import type { Proof } from '../self-test/self-test.ts';

/** Files of the model, by their paths from the root of the extension's package. */
const folder = 'models/use-multilingual-3';
export const vocabularyPath = `${folder}/vocabulary.bin`;
export const kernelPath = 'kernels/use-multilingual.wasm';

export const weightsFile: WeightsFile = {
  path: `${folder}/weights.bin`,
  folder: 'use-multilingual',
  hash: '0c24d8af8052867152dd3f4eca9e0ebc2d64dccb068a472c445cf89d6aabdc02',
  check: 0xe6d3_0180,
};

export const name = 'USE (universal-sentence-encoder-multilingual 3)';
export const dimensions = 512;

/** BCP 47 tags of the languages that the model was made for. */
export const languages = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'th',
  'tr',
  'zh-Hans',
  'zh-Hant',
];

/** From scripts/model/use_reference.json. */
export const proof: Proof = {
  text: 'How do I descale the coffee machine?',
  begins: [-0.0317, 0.0038, 0.0241, -0.0134, -0.09, -0.027],
  within: 0.001,
};
