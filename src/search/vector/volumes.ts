import type { LargeFiles } from './files/large-file.ts';
import { Codes } from './codes.ts';
import type { IsBefore } from './kernel.ts';
import type { Ledger } from './ledger.ts';
import { Volume } from './volume.ts';
import { createVolume, openVolume, removeVolume } from './volume-files.ts';

/** There are never more than two volumes. */
const names = ['one', 'two'] as const;

type Named = { name: (typeof names)[number]; volume: Volume };

/** The vectors in use, and those of another model while it indexes. One call at a time. */
export class Volumes {
  readonly #files: LargeFiles;
  readonly #kernel: WebAssembly.Module;
  readonly #ledger: Ledger;
  readonly #isBefore: IsBefore;
  #answering: Named | undefined;
  #coming: Named | undefined;
  /** The model to use before its volume is complete. */
  #preferred: string | undefined;

  constructor(files: LargeFiles, kernel: WebAssembly.Module, ledger: Ledger) {
    this.#files = files;
    this.#kernel = kernel;
    this.#ledger = ledger;
    this.#isBefore = (one, other) => ledger.docValues.compare(one, other) < 0;
  }

  get answering(): Volume | undefined {
    return (this.#preferred === undefined ? undefined : this.of(this.#preferred)) ?? this.#answering?.volume;
  }

  /** The existing volumes, the one being filled last. */
  get all(): Volume[] {
    return [this.#answering, this.#coming].flatMap((one) => one?.volume ?? []);
  }

  of(model: string): Volume | undefined {
    return this.all.find(({ header }) => header.model === model);
  }

  /** Loads the stored volumes. Of two, the newer one is still being filled. */
  async load(): Promise<void> {
    try {
      for (const name of names) {
        const files = await openVolume(this.#files, name);
        if (files === undefined) continue;
        const volume = new Volume(files, new Codes(this.#kernel, files.header.dimensions, this.#isBefore));
        this.#coming = this.#answering;
        this.#answering = { name, volume };
        await volume.load((words, at) => this.#ledger.find(words, at), this.#ledger.docValues.length);
      }
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.#coming && this.#coming.volume.header.order < this.#answering!.volume.header.order)
      [this.#answering, this.#coming] = [this.#coming, this.#answering];
    await this.settle();
  }

  /** The volume to fill for a model from now on. */
  async gather(model: string, dimensions: number): Promise<Volume> {
    const isWanted = ({ header }: Volume) => header.model === model && header.dimensions === dimensions;
    if (this.#coming && !isWanted(this.#coming.volume)) await this.#removeComing();
    if (!this.#coming && !(this.#answering && isWanted(this.#answering.volume))) {
      const name = this.#answering?.name === names[0] ? names[1] : names[0];
      const header = {
        model,
        dimensions,
        nonce: crypto.getRandomValues(new Uint32Array(1))[0]!,
        order: (this.#answering?.volume.header.order ?? 0) + 1,
      };
      this.#coming = {
        name,
        volume: new Volume(
          await createVolume(this.#files, name, header),
          new Codes(this.#kernel, dimensions, this.#isBefore),
        ),
      };
    }
    await this.settle();
    return (this.#coming ?? this.#answering!).volume;
  }

  /** Switches to the new volume if it has all memories or the old one has none. */
  async settle(): Promise<void> {
    const before = this.#answering?.volume.memories ?? 0;
    if (this.#coming && (before === 0 || this.#coming.volume.memories >= this.#ledger.docValues.size))
      await this.#replace(this.#coming);
  }

  /** See VectorWriter.finish. */
  async finish(model: string): Promise<void> {
    if (this.#coming?.volume.header.model === model && 2 * this.#coming.volume.memories >= this.#ledger.docValues.size)
      await this.#replace(this.#coming);
  }

  /** See VectorWriter.answerBy. */
  answerBy(model: string): void {
    if (this.of(model)) this.#preferred = model;
  }

  async close(): Promise<void> {
    for (const volume of this.all) await volume.close();
    this.#answering = this.#coming = undefined;
  }

  async #replace(coming: Named): Promise<void> {
    const before = this.#answering;
    [this.#answering, this.#coming, this.#preferred] = [coming, before, undefined];
    if (before) await this.#removeComing();
  }

  async #removeComing(): Promise<void> {
    const { name, volume } = this.#coming!;
    this.#coming = this.#preferred = undefined;
    await volume.close();
    await removeVolume(this.#files, name);
  }
}
