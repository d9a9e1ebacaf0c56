import type { Model } from '../service/ports/embedder.ts';
import { model, vocabularyPath, weightsPath } from './minilm/model.ts';
import type { Proof } from './self-test/self-test.ts';
import { arcticM, arcticS } from './webllm/models.ts';

/** A model that this build may know how to run. */
export interface KnownModel {
  readonly model: Model;
  /** The script of the package whose worker runs it. One worker runs one model, so ending the worker ends all of it. */
  readonly worker: 'embedder.js' | 'webllm.js';
  /** SPDX. */
  readonly licence: string;
  /** Files of the package without which it does not run; paths from the package's root, without a leading slash. */
  readonly files: readonly string[];
  /** The self-test holds it to this. */
  readonly proof: Proof;
  /** What choosing it fetches, once; undefined where all of it is part of the package. */
  readonly download?: Download;
}

export interface Download {
  /** Each file is asked for below this address. */
  readonly address: string;
  /** To the nearest megabyte. */
  readonly bytes: number;
  /** All that are asked; `*.` stands for any one below. */
  readonly hosts: readonly string[];
}

/** The model of the package: it runs wherever the extension does, by our own kernel, and fetches nothing. */
export const bundled: KnownModel = {
  model,
  worker: 'embedder.js',
  licence: 'Apache-2.0',
  files: [weightsPath, vocabularyPath],
  // As the tests of fastembed (Apache-2.0) have it from float32; int8 is off by some thousandths.
  proof: { text: 'hello world', begins: [-0.0345, 0.031, 0.0067, 0.0261, -0.0394], within: 0.012 },
};

/** The bundled one first. */
export const models: readonly KnownModel[] = [bundled, arcticS, arcticM];

/** Undefined for a model that this build does not know, as one that another version has chosen. */
export const modelOf = (id: string): KnownModel | undefined => models.find(({ model }) => model.id === id);
