import type { JournalFile } from '../../src/store/dexie/journal/files.ts';
import type { OpenFile } from '../../src/store/dexie/write-ahead.ts';

/** An in-memory file that outlives the engines that open it. */
export class InMemoryFile {
  bytes = new Uint8Array();
  /** The maximum size in bytes. */
  capacity = Infinity;
  /** Called before each change. If `onChange` throws, so does the change. */
  onChange = () => {};
  open = 0;

  readonly openFile: OpenFile = async () => {
    this.open++;
    const file: JournalFile = {
      size: () => this.bytes.length,
      read: (into, at) => {
        const part = this.bytes.subarray(at, at + into.length);
        into.set(part);
        return part.length;
      },
      write: (bytes, at) => {
        this.onChange();
        const fits = bytes.subarray(0, Math.max(0, this.capacity - at));
        const longer = new Uint8Array(Math.max(this.bytes.length, at + fits.length));
        longer.set(this.bytes);
        longer.set(fits, at);
        this.bytes = longer;
        return fits.length;
      },
      truncate: (size) => {
        this.onChange();
        this.bytes = this.bytes.slice(0, size);
      },
      flush: () => {},
      close: () => void this.open--,
    };
    return file;
  };
}
