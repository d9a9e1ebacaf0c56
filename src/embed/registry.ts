import type { Embedder, Model } from '../service/ports/embedder.ts';
import { files, model, proof, queryLike } from './bundled/model.ts';
import * as minilm from './minilm/model.ts';
import type { Proof } from './self-test/self-test.ts';
import { arcticM, arcticS } from './webllm/models.ts';

/** A model that this build may be able to run. */
export interface KnownModel {
  readonly model: Model;
  /** The worker script that runs it. One worker runs one model, so ending the worker frees everything. */
  readonly worker: 'embedder.js' | 'webllm.js';
  /** SPDX. */
  readonly licence: string;
  /** Package files that it needs, apart from our kernels; paths from the package's root, without a leading slash. */
  readonly files: readonly string[];
  /** `Embedder.queryLike`; default: a memory's mean vector itself is the query. */
  readonly queryLike?: Embedder['queryLike'];
  readonly proof: Proof;
  /** What is downloaded, once, after the user chooses the model; undefined if the model is part of the package. */
  readonly download?: Download;
}

export interface Download {
  /** The base URL of its files. */
  readonly address: string;
  /** To the nearest megabyte. */
  readonly bytes: number;
  /** All hosts that the download contacts; `*.` matches one subdomain. */
  readonly hosts: readonly string[];
}

/** The bundled model: it runs in every supported browser, on our own WebAssembly kernels, and downloads nothing. */
export const bundled: KnownModel = {
  model,
  worker: 'embedder.js',
  licence: 'Apache-2.0',
  files,
  queryLike,
  proof,
};

/**
 * The model that earlier versions bundled, without its token vectors. It can't be chosen. If it has indexed the
 * memories, it answers until the chosen model has indexed them all.
 */
export const superseded: KnownModel = {
  model: { ...minilm.model, tokenWidth: undefined },
  worker: 'embedder.js',
  licence: 'Apache-2.0',
  files: [minilm.weightsPath, minilm.vocabularyPath, minilm.tokenVectorsPath],
  proof: minilm.proof,
};

/** The models that the user can choose, the bundled one first. */
export const models: readonly KnownModel[] = [bundled, arcticS, arcticM];

/** All models that can be loaded. */
export const loadable: readonly KnownModel[] = [...models, superseded];

/** Undefined for a model that this build doesn't know, such as one chosen in another version. */
export const modelOf = (id: string): KnownModel | undefined => loadable.find(({ model }) => model.id === id);
