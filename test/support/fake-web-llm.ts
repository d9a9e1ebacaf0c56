import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppConfig, MLCEngineConfig } from '@mlc-ai/web-llm';
import type { WebLlmEngine, WebLlmLibrary } from '../../src/embed/webllm/engine.ts';
import { queryPrefix, type WebLlmModel } from '../../src/embed/webllm/models.ts';
import { vocabularyPath } from '../../src/embed/minilm/model.ts';
import { vocabularyOf } from '../../src/embed/minilm/tokens/vocabulary.ts';
import type { Runner } from '../../src/embed/runner.ts';
import { scaled, toyModel, toyRunner } from './toy-model.ts';

const entries = readFileSync(join('public', vocabularyPath), 'utf8').trimEnd().split('\n');
export const vocabulary = vocabularyOf(entries.join('\n'));
/** The prefix of queries, split into words of the vocabulary. */
const prefix = queryPrefix.toLowerCase().replace(':', ' :');

/** The description of a web-llm model whose vectors the toy model computes. */
export const fakeModel: WebLlmModel = {
  model: toyModel,
  worker: 'webllm.js',
  licence: 'Apache-2.0',
  files: ['webllm/toy.wasm'],
  proof: {
    text: 'hello world',
    begins: Array.from((await toyRunner().embed(['hello world'], 'passage'))[0]!.slice(0, 5)),
    within: 0.002,
  },
  download: { address: 'https://models.example/toy/resolve/main/', bytes: 1, hosts: ['models.example'] },
  library: 'toy.wasm',
};

export interface FakeOptions {
  /** Computes the vectors, in place of real weights and a model library. */
  runner?: Runner;
  reloadFails?: Error;
}

export interface FakeWebLlm {
  library: WebLlmLibrary;
  configs: AppConfig[];
  /** The texts of each call, decoded from their tokens, with [CLS] and [SEP]. */
  calls: string[][];
  /** Makes all further calls fail, as in web-llm after a device loss. */
  loseDevice(): void;
}

/**
 * Stands in for the package web-llm and behaves like the real engine: vectors are not normalised, a batch is padded to
 * its longest text, the progress messages are the same, and no call works after a device loss. Needs no weights and
 * no WebGPU.
 */
export function fakeWebLlm({ runner = toyRunner(), reloadFails }: FakeOptions = {}): FakeWebLlm {
  const configs: AppConfig[] = [];
  const calls: string[][] = [];
  let deviceIsLost = false;
  let callsAfterLoss = 0;

  class FakeEngine implements WebLlmEngine {
    readonly #config: MLCEngineConfig;

    constructor(config: MLCEngineConfig) {
      this.#config = config;
      configs.push(config.appConfig!);
    }

    async reload(): Promise<void> {
      const report = (text: string, progress: number) =>
        this.#config.initProgressCallback?.({ text, progress, timeElapsed: 0 });
      report('Start to fetch params', 0);
      report('Fetching param cache[1/2]: 66MB fetched. 50% completed, 1 secs elapsed.', 0.5);
      if (reloadFails) throw reloadFails;
      report('Fetching param cache[2/2]: 133MB fetched. 100% completed, 2 secs elapsed.', 1);
      report('Loading model from cache[1/2]: 66MB loaded. 50% completed, 2 secs elapsed.', 0.5);
      report('Loading GPU shader modules[1/2]: 50% completed, 3 secs elapsed.', 0.5);
      report('Finish loading on WebGPU - fake', 1);
    }

    async embedding({ input }: Parameters<WebLlmEngine['embedding']>[0]): ReturnType<WebLlmEngine['embedding']> {
      if (deviceIsLost) throw new Error(callsAfterLoss++ === 0 ? 'Object has already been disposed' : 'BindingError');
      const texts = (input as number[][]).map((tokens) =>
        tokens
          .map((token) => entries[token])
          .join(' ')
          .replaceAll(' ##', ''),
      );
      calls.push(texts);
      // The toy model would treat the query prefix and the start and end tokens as words of the text.
      const vectors = await runner.embed(
        texts.map((text) => text.replace(/^\[CLS\] | \[SEP\]$/g, '').replace(prefix, '')),
        'passage',
      );
      const data = vectors.map((vector, index) => ({
        object: 'embedding' as const,
        index,
        embedding: Array.from(scaled(vector, 9 + index)),
      }));
      return {
        object: 'list',
        model: 'toy',
        data: data.toReversed(),
        usage: { prompt_tokens: 0, total_tokens: 0, extra: { prefill_tokens_per_s: 0 } },
      };
    }
  }

  return {
    library: { MLCEngine: FakeEngine, ModelType: { embedding: 1 } },
    configs,
    calls,
    loseDevice() {
      deviceIsLost = true;
    },
  };
}
