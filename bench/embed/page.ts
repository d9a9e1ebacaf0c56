import { weightsFile as minilm } from '../../src/embed/minilm/model.ts';
import { weightsFile as splade } from '../../src/embed/splade/model.ts';
import { weightsFile as multilingual } from '../../src/embed/use-multilingual/model.ts';
import type { Question } from './protocol.ts';

/** The workers by name. The first word of a name is the worker's script. */
const workers = new Map<string, Worker>();

function ask(name: string, question: Question): Promise<unknown> {
  let worker = workers.get(name);
  if (!worker) workers.set(name, (worker = new Worker(`/${name.split(' ')[0]}.js`, { type: 'module', name })));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ answer?: unknown; fault?: string }>) =>
      data.fault === undefined ? resolve(data.answer) : reject(new Error(data.fault));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(question);
  });
}

const vectorsAsArrays = (_key: string, value: unknown) => (value instanceof Float32Array ? [...value] : value);

let outcome: string | undefined;

/**
 * `outcome` returns JSON: `answer` and `ms`, or `fault`. Before the worker has answered, `outcome` returns undefined.
 * `copied` returns whether copies of all models' weights are stored.
 */
const bench = {
  begin(name: string, question: string): void {
    outcome = undefined;
    const began = performance.now();
    ask(name, JSON.parse(question) as Question).then(
      (answer) => (outcome = JSON.stringify({ answer, ms: performance.now() - began }, vectorsAsArrays)),
      (fault: unknown) => (outcome = JSON.stringify({ fault: String(fault) })),
    );
  },
  outcome: (): string | undefined => outcome,
  async copied(): Promise<boolean> {
    const root = await navigator.storage.getDirectory();
    for (const { folder } of [minilm, splade, multilingual]) {
      let isStored = false;
      for await (const handle of (await root.getDirectoryHandle(folder, { create: true })).values())
        isStored ||= (await (handle as FileSystemFileHandle).getFile()).size > 0;
      if (!isStored) return false;
    }
    return true;
  },
};

export type Bench = typeof bench;
Object.assign(globalThis, { bench });
