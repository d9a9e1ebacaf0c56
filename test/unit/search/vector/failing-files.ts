import type { LargeFile, LargeFiles } from '../../../../src/search/vector/files/large-file.ts';

/** Files whose first changes succeed and whose later changes all fail, as if the process had been killed. */
export class FailingFiles implements LargeFiles {
  readonly #files: LargeFiles;
  #changesLeft: number;
  readonly #part: number;

  /** `changes`: how many changes succeed. `part`: the share of the first failing write that is written, 0 to 1. */
  constructor(files: LargeFiles, changes: number, part = 0) {
    this.#files = files;
    this.#changesLeft = changes;
    this.#part = part;
  }

  get failed(): boolean {
    return this.#changesLeft < 0;
  }

  async open(name: string): Promise<LargeFile> {
    const file = await this.#files.open(name);
    return {
      ...file,
      write: (at, bytes) =>
        this.#change(
          () => file.write(at, bytes),
          () => file.write(at, bytes.subarray(0, Math.floor(bytes.length * this.#part))),
        ),
      truncate: (size) =>
        this.#change(
          () => file.truncate(size),
          async () => {},
        ),
    };
  }

  async remove(name: string): Promise<void> {
    await this.#change(
      () => this.#files.remove(name),
      async () => {},
    );
  }

  async #change(whole: () => Promise<void>, part: () => Promise<void>): Promise<void> {
    if (this.#changesLeft-- > 0) return whole();
    if (this.#changesLeft === -1) await part();
    throw new Error('killed');
  }
}
