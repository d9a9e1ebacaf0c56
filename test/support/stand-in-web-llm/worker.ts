import type { MLCEngineConfig } from '@mlc-ai/web-llm';
import { fill } from '../../../src/embed/files/model-files.ts';
import { kernelRun } from '../../../src/embed/minilm/kernel-run.ts';
import { kernelPath, proof, vocabularyPath, weightsPath } from '../../../src/embed/minilm/model.ts';
import { vocabularyOf } from '../../../src/embed/minilm/tokens/vocabulary.ts';
import { loadWebLlm } from '../../../src/embed/webllm/embedder.ts';
import type { WebLlmEngine, WebLlmLibrary } from '../../../src/embed/webllm/engine.ts';
import { arcticS } from '../../../src/embed/webllm/models.ts';
import { runEmbedder } from '../../../src/embed/hosted/worker.ts';
import { packageFile } from '../../../src/extension/package-file.ts';
import { channelName, type Command } from './command.ts';

/*
 * Replaces the extension's `webllm.js` worker. Its engine is a stand-in that computes with MiniLM's weights until the
 * command `lose the device`. The vocabulary and the self-test's reference vector are MiniLM's, and a GPU is always
 * reported; the rest is real. If the files aren't cached yet, the engine reports half of a download and waits for the
 * command `finish`. It then writes the files that web-llm would write.
 */

const commands = new BroadcastChannel(channelName);
const waitForCommand = (command: Command) =>
  new Promise<void>((resolve) =>
    commands.addEventListener('message', ({ data }: MessageEvent<Command>) => data === command && resolve()),
  );

async function writeFiles({ model_list: [record] }: NonNullable<MLCEngineConfig['appConfig']>): Promise<void> {
  const putFile = async (cache: string, name: string, contents: unknown) =>
    (await caches.open(cache)).put(record!.model + name, new Response(JSON.stringify(contents)));
  await putFile('webllm/config', 'mlc-chat-config.json', {});
  await putFile('webllm/model', 'tokenizer.json', {});
  await putFile('webllm/model', 'params_shard_0.bin', {});
  await putFile('webllm/model', 'tensor-cache.json', { records: [{ dataPath: 'params_shard_0.bin' }] });
}

class StandInEngine implements WebLlmEngine {
  #run: Awaited<ReturnType<typeof kernelRun>>['run'] | undefined;
  #isLost = false;
  readonly #config: MLCEngineConfig;

  constructor(config: MLCEngineConfig) {
    this.#config = config;
  }

  async reload(): Promise<void> {
    const report = (text: string, progress: number) =>
      this.#config.initProgressCallback?.({ text, progress, timeElapsed: 0 });
    if (!(await caches.match(`${arcticS.download.address}tensor-cache.json`))) {
      const finished = waitForCommand('finish');
      report('Fetching param cache[1/2]: 66MB fetched.', 0.5);
      await finished;
    }
    await writeFiles(this.#config.appConfig!);
    ({ run: this.#run } = await kernelRun(await packageFile(kernelPath('plain')), async (target) =>
      fill(target, await packageFile(weightsPath)),
    ));
    void this.#loseOn('lose the device');
    report('Finish loading on WebGPU - stand-in', 1);
  }

  async #loseOn(command: Command): Promise<void> {
    await waitForCommand(command);
    this.#isLost = true;
  }

  async embedding({ input }: Parameters<WebLlmEngine['embedding']>[0]): ReturnType<WebLlmEngine['embedding']> {
    if (this.#isLost) throw new Error('Object has already been disposed');
    const vectors = this.#run!((input as number[][]).map((tokens) => Int32Array.from(tokens)));
    const data = vectors.map((vector, index) => ({
      object: 'embedding' as const,
      index,
      embedding: Array.from(vector, (value) => 7 * value),
    }));
    return {
      object: 'list',
      model: arcticS.model.id,
      data,
      usage: { prompt_tokens: 0, total_tokens: 0, extra: { prefill_tokens_per_s: 0 } },
    };
  }
}

const library: WebLlmLibrary = { MLCEngine: StandInEngine, ModelType: { embedding: 1 } };

runEmbedder(self, async (_, onProgress) => {
  const vocabulary = vocabularyOf(new TextDecoder().decode(await packageFile(vocabularyPath)));
  return loadWebLlm({ ...arcticS, proof }, { library, vocabulary, hasAdapter: async () => true }, onProgress);
});
