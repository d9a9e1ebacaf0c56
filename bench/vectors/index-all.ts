import type { Model, Passage } from '../../src/service/ports/embedder.ts';
import type { UnindexedMemory, VectorWriter } from '../../src/service/ports/vector-index.ts';

export async function indexAll(
  index: VectorWriter,
  model: Pick<Model, 'id' | 'dimensions' | 'tokenWidth'>,
  passagesOf: (memory: UnindexedMemory) => Passage[] | Promise<Passage[]>,
  batch: number,
): Promise<void> {
  for (;;) {
    const page = await index.unindexed(model, batch);
    if (page.length === 0) return;
    for (const memory of page) await index.keep(model.id, memory, await passagesOf(memory));
  }
}
