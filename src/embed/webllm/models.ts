import type { KnownModel } from '../registry.ts';

/** The versions of `@mlc-ai/web-llm` and its model libraries must match: otherwise, a model library doesn't link. */
export const libraryVersion = 'v0_2_86/base';

/** In tokens; the models were trained on 512. */
export const windowSize = { tokens: 512, overlap: 64 };

/** The prefix for queries (only) from the model card. */
export const queryPrefix = 'Represent this sentence for searching relevant passages: ';

/** A model that web-llm runs. */
export interface WebLlmModel extends KnownModel {
  readonly download: NonNullable<KnownModel['download']>;
  /** The file name of its library, the WebAssembly module that web-llm runs it with. */
  readonly library: string;
}

/** Where a maintainer downloads a library; the extension never does. */
export const libraryAddress = (library: string): string =>
  `https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/${libraryVersion}/${library}`;

/** The path of a library in the package. */
export const libraryPath = (library: string): string => `webllm/${library}`;

/** The download host, and those that it redirects to for large files. */
const hosts = ['huggingface.co', '*.hf.co'];

/**
 * `batch4`: the library for up to four texts at once. The library for 32 texts needs four times the graphics memory.
 * `cosines` and `certain` are estimates: `npm run try:webllm` shows what `cosines` should be.
 * @param begins the first components of the vector of "hello world", from the tests of fastembed (Apache-2.0; ONNX,
 * float32)
 */
function arctic(size: 's' | 'm', dimensions: number, bytes: number, begins: number[]): WebLlmModel {
  const name = `snowflake-arctic-embed-${size}`;
  const library = `${name}-q0f32-ctx512_cs512_batch4-webgpu.wasm`;
  return {
    model: {
      id: `${name}/q0f32`,
      name: `Arctic ${size.toUpperCase()} (${name})`,
      dimensions,
      languages: ['en'],
      cosines: { unrelated: 0.2, same: 0.8 },
      certain: { keyword: 0.5, semantic: 0.6 },
    },
    worker: 'webllm.js',
    licence: 'Apache-2.0',
    files: [libraryPath(library)],
    proof: { text: 'hello world', begins, within: 0.002 },
    download: { address: `https://huggingface.co/mlc-ai/${name}-q0f32-MLC/resolve/main/`, bytes, hosts },
    library,
  };
}

export const arcticS = arctic('s', 384, 134_000_000, [-0.0416, -0.0867, 0.0209, 0.0554, -0.0272]);
export const arcticM = arctic('m', 768, 436_000_000, [-0.0329, 0.0364, 0.0481, 0.0016, 0.0328]);
