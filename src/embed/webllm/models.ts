import type { KnownModel } from '../registry.ts';

/** The package `@mlc-ai/web-llm` and its model libraries must fit each other: a library of another version does not link. */
export const libraryVersion = 'v0_2_86/base';

/** What the adapter needs to know of a model besides what the registry says. */
export interface WebLlmModel extends KnownModel {
  readonly download: NonNullable<KnownModel['download']>;
  /** Where its weights and its tokenizer lie; each file is asked for below this address. */
  readonly weights: string;
  /** The name of its library, below the address of all libraries and below `webllm/` of the package. */
  readonly library: string;
}

/** The host that is asked, and those that it sends on to for large files. */
const hosts = ['huggingface.co', '*.hf.co'];

/** `batch4`: the library that takes up to four texts at once; the other, for 32, wants four times the memory of the graphics card. */
function arctic(size: 's' | 'm', dimensions: number, bytes: number): WebLlmModel {
  const name = `snowflake-arctic-embed-${size}`;
  const library = `${name}-q0f32-ctx512_cs512_batch4-webgpu.wasm`;
  return {
    model: {
      id: `${name}/q0f32`,
      name: `Arctic ${size.toUpperCase()} (${name})`,
      dimensions,
      languages: ['en'],
      cosines: { strange: 0.2, same: 0.8 },
      certain: { keyword: 0.3, semantic: 0.4 },
    },
    worker: 'webllm.js',
    licence: 'Apache-2.0',
    files: [`webllm/${library}`],
    download: { bytes, hosts },
    weights: `https://huggingface.co/mlc-ai/${name}-q0f32-MLC/resolve/main/`,
    library,
  };
}

export const arcticS = arctic('s', 384, 134_000_000);
export const arcticM = arctic('m', 768, 436_000_000);
