import type { IndexFiles } from '../../../service/ports/keyword-index.ts';
import type { LargeFile, LargeFiles } from './large-file.ts';

/** Bytes per blob: small, since each write rewrites a blob, but not so small that a file has too many blobs. */
export const blobBytes = 16_384;

/** Files split into blobs, for platforms without the origin private file system. */
export function blobLargeFiles(blobs: IndexFiles): LargeFiles {
  return {
    open: async (name) => new BlobFile(blobs, name),
    async remove(name) {
      await new BlobFile(blobs, name).truncate(0);
    },
  };
}

/** All blobs except the last are full. */
class BlobFile implements LargeFile {
  readonly #blobs: IndexFiles;
  readonly #name: string;

  constructor(blobs: IndexFiles, name: string) {
    this.#blobs = blobs;
    this.#name = name;
  }

  async size(): Promise<number> {
    let [last, beyond] = [0, 1];
    while (await this.#blob(beyond)) [last, beyond] = [beyond, beyond * 2];
    while (last + 1 < beyond) {
      const middle = (last + beyond) >> 1;
      if (await this.#blob(middle)) last = middle;
      else beyond = middle;
    }
    return last * blobBytes + ((await this.#blob(last))?.length ?? 0);
  }

  async read(at: number, into: Uint8Array): Promise<number> {
    for (let done = 0; done < into.length;) {
      const { number, offset } = this.#position(at + done);
      const found = (await this.#blob(number))?.subarray(offset, offset + into.length - done) ?? new Uint8Array();
      into.set(found, done);
      done += found.length;
      if (offset + found.length < blobBytes && done < into.length) return done;
    }
    return into.length;
  }

  async write(at: number, bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { number, offset } = this.#position(at + done);
      const part = bytes.subarray(done, done + blobBytes - offset);
      const before = (await this.#blob(number)) ?? new Uint8Array();
      const after = new Uint8Array(Math.max(before.length, offset + part.length));
      after.set(before);
      after.set(part, offset);
      await this.#blobs.write(this.#nameOf(number), after);
      done += part.length;
    }
  }

  async truncate(size: number): Promise<void> {
    const { number, offset } = this.#position(size);
    const cut = offset > 0 ? await this.#blob(number) : undefined;
    const first = number + Number(offset > 0);
    let end = first;
    while (await this.#blob(end)) end++;
    // The last blob first: otherwise an interruption would leave a hole, which hides the blobs after it.
    while (--end >= first) await this.#blobs.remove(this.#nameOf(end));
    if (cut) await this.#blobs.write(this.#nameOf(number), cut.slice(0, offset));
  }

  async close(): Promise<void> {}

  #position(at: number): { number: number; offset: number } {
    return { number: Math.floor(at / blobBytes), offset: at % blobBytes };
  }

  #blob(number: number): Promise<Uint8Array | undefined> {
    return this.#blobs.read(this.#nameOf(number));
  }

  #nameOf(number: number): string {
    return `${this.#name}.${number}`;
  }
}
