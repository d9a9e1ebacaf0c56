import type { JournalFiles, OpenFiles } from './files.ts';

/** Opens the files of a journal, once at a time, and has them until they are closed. */
export class Opening {
  readonly #place: JournalFiles;
  readonly #retryMs: number;
  /** Open, or being opened. */
  #files: Promise<OpenFiles | undefined> | undefined;
  /** Of the attempt that comes next or is being made; undefined where none shall be. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `retryMs`: how long after a failure they are asked for again. */
  constructor(place: JournalFiles, retryMs: number) {
    this.#place = place;
    this.#retryMs = retryMs;
  }

  /** The files, which may be open already; answers and throws as their place does. */
  files(): Promise<OpenFiles | undefined> {
    this.#stopTrying();
    return this.#open();
  }

  /** Asks for the files now and then, while nobody waits for them, until it can tell that they are open. */
  tryAgain(opened: () => void): void {
    const timer = setTimeout(() => {
      this.#open().then(
        () => this.#timer === timer && opened(),
        () => this.#timer === timer && this.tryAgain(opened),
      );
    }, this.#retryMs);
    this.#timer = timer;
  }

  /** Closes them, also those that are still being opened. */
  close(): void {
    this.#stopTrying();
    this.#files?.then(
      (files) => Object.values(files ?? {}).forEach((file) => file.close()),
      () => {},
    );
    this.#files = undefined;
  }

  #open(): Promise<OpenFiles | undefined> {
    if (this.#files) return this.#files;
    const files = this.#place.open();
    files.catch(() => {
      if (this.#files === files) this.#files = undefined;
    });
    return (this.#files = files);
  }

  #stopTrying(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
