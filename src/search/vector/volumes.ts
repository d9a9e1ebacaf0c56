import type { Model } from '../../service/ports/embedder.ts';
import type { LargeFiles } from './files/large-file.ts';
import { Codes } from './codes.ts';
import type { IsBefore } from './kernel.ts';
import type { Ledger } from './ledger.ts';
import { Volume } from './volume.ts';
import { openTokens, removeTokens } from './token-file.ts';
import { createVolume, openVolume, removeVolume, type VolumeFiles } from './volume-files.ts';

/** There are never more than two volumes. */
const names = ['one', 'two'] as const;

type Named = { name: (typeof names)[number]; volume: Volume };

/** The volume in use, and the volume of another model that is still being filled. One call at a time. */
export class Volumes {
  readonly #files: LargeFiles;
  readonly #kernel: WebAssembly.Module;
  readonly #ledger: Ledger;
  readonly #isBefore: IsBefore;
  #active: Named | undefined;
  #next: Named | undefined;
  /** The model to search with even if its volume is incomplete. */
  #preferred: string | undefined;

  constructor(files: LargeFiles, kernel: WebAssembly.Module, ledger: Ledger) {
    this.#files = files;
    this.#kernel = kernel;
    this.#ledger = ledger;
    this.#isBefore = (one, other) => ledger.docValues.compare(one, other) < 0;
  }

  get active(): Volume | undefined {
    return (this.#preferred === undefined ? undefined : this.of(this.#preferred)) ?? this.#active?.volume;
  }

  get all(): Volume[] {
    return [this.#active, this.#next].flatMap((named) => named?.volume ?? []);
  }

  of(model: string): Volume | undefined {
    return this.all.find(({ header }) => header.model === model);
  }

  /** Loads the stored volumes. If there are two, the newer one is still being filled. */
  async load(): Promise<void> {
    try {
      for (const name of names) {
        const files = await openVolume(this.#files, name);
        if (files === undefined) {
          // Otherwise vectors in incomplete or unreadable files could outlive their memories.
          await this.#removeFiles(name);
          continue;
        }
        const volume = await this.#volume(name, files);
        this.#next = this.#active;
        this.#active = { name, volume };
        await volume.load((words, at) => this.#ledger.find(words, at), this.#ledger.docValues.length);
      }
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.#next && this.#next.volume.header.order < this.#active!.volume.header.order)
      [this.#active, this.#next] = [this.#next, this.#active];
    await this.settle();
  }

  async volumeToFill({ id: model, dimensions }: Pick<Model, 'id' | 'dimensions'>): Promise<Volume> {
    const isWanted = ({ header }: Volume) => header.model === model && header.dimensions === dimensions;
    if (this.#next && !isWanted(this.#next.volume)) await this.#removeNext();
    if (!this.#next && !(this.#active && isWanted(this.#active.volume))) {
      const name = this.#active?.name === names[0] ? names[1] : names[0];
      const header = {
        model,
        dimensions,
        nonce: crypto.getRandomValues(new Uint32Array(1))[0]!,
        order: (this.#active?.volume.header.order ?? 0) + 1,
      };
      this.#next = {
        name,
        volume: await this.#volume(name, await createVolume(this.#files, name, header)),
      };
    }
    await this.settle();
    return (this.#next ?? this.#active!).volume;
  }

  /** Makes the volume being filled active if it has vectors for all memories or the active volume has none. */
  async settle(): Promise<void> {
    const before = this.#active?.volume.memories ?? 0;
    if (this.#next && (before === 0 || this.#next.volume.memories >= this.#ledger.docValues.size))
      await this.#activate(this.#next);
  }

  /** See VectorWriter.finish. */
  async finish(model: string): Promise<void> {
    if (this.#next?.volume.header.model === model && 2 * this.#next.volume.memories >= this.#ledger.docValues.size)
      await this.#activate(this.#next);
  }

  /** See VectorWriter.searchWith. */
  searchWith(model: string): void {
    if (this.of(model)) this.#preferred = model;
  }

  async close(): Promise<void> {
    for (const volume of this.all) await volume.close();
    this.#active = this.#next = undefined;
  }

  async #activate(next: Named): Promise<void> {
    const before = this.#active;
    [this.#active, this.#next, this.#preferred] = [next, before, undefined];
    if (before) await this.#removeNext();
  }

  async #removeNext(): Promise<void> {
    const { name, volume } = this.#next!;
    this.#next = this.#preferred = undefined;
    await volume.close();
    await this.#removeFiles(name);
  }

  async #removeFiles(name: string): Promise<void> {
    // Token vectors first: they can be turned back into words, so none may outlive the volume.
    await removeTokens(this.#files, name);
    await removeVolume(this.#files, name);
  }

  /** Closes `files` if the files of its token vectors can't be opened. */
  async #volume(name: string, files: VolumeFiles): Promise<Volume> {
    try {
      const tokens = await openTokens(this.#files, name, files.header);
      return new Volume(files, tokens, new Codes(this.#kernel, files.header.dimensions, this.#isBefore));
    } catch (error) {
      await files.close();
      throw error;
    }
  }
}
