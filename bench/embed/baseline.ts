import * as ort from 'onnxruntime-web/wasm';
import { vocabularyPath } from '../../src/embed/minilm/model.ts';
import { publishedTokenizer } from './published-tokenizer.ts';
import { contend } from './worker.ts';

/** The ids of BERT's tokens [CLS] and [SEP]. */
const begin = 101;
const end = 102;
const mostTokens = 256;
const dimensions = 384;

contend(async () => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = new URL('/ort/', self.location.origin).href;
  const [tokenizer, session] = await Promise.all([
    fetch(`/${vocabularyPath}`)
      .then((answer) => answer.text())
      .then(publishedTokenizer),
    ort.InferenceSession.create('/baseline/model.onnx', { executionProviders: ['wasm'] }),
  ]);
  return {
    async embed(text) {
      const ids = [begin, ...tokenizer.encode(text).ids.slice(0, mostTokens - 2), end];
      const tensor = (values: number[]) => new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
      const { last_hidden_state: states } = await session.run({
        input_ids: tensor(ids),
        attention_mask: tensor(ids.map(() => 1)),
        token_type_ids: tensor(ids.map(() => 0)),
      });
      return pooled((await states!.getData()) as Float32Array, ids.length);
    },
  };
});

function pooled(states: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (let index = 0; index < tokens * dimensions; index++) mean[index % dimensions]! += states[index]!;
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}
