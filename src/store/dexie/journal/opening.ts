import type { JournalFiles, OpenFiles } from './files.ts';

/** Opens the files of a journal once and keeps them until they are closed. */
export class Opening {
  readonly #storage: JournalFiles;
  readonly #retryMs: number;
  #files: Promise<OpenFiles | undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(storage: JournalFiles, retryMs: number) {
    this.#storage = storage;
    this.#retryMs = retryMs;
  }

  /** Result and errors are those of JournalFiles.open. */
  files(): Promise<OpenFiles | undefined> {
    this.#stopTrying();
    return this.#open();
  }

  /** Retries in the background until the files are open, then calls `opened`. */
  tryAgain(opened: () => void): void {
    const timer = setTimeout(() => {
      this.#open().then(
        () => this.#timer === timer && opened(),
        () => this.#timer === timer && this.tryAgain(opened),
      );
    }, this.#retryMs);
    this.#timer = timer;
  }

  /** Closes the files, even if they are still being opened. */
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
    const files = this.#storage.open();
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
