import type { Dexie } from 'dexie';
import type { Clock } from '../../../service/ports/clock.ts';
import type { OpenFiles } from './files.ts';
import type { Transact } from './replay.ts';
import type { JournalRow } from './row.ts';
import { DatabaseIncomplete, Snapshot } from './snapshot.ts';
import type { StatusKeeper } from './status.ts';

export interface RenewalOptions {
  /** A file is written anew once it is longer than twice its snapshot and so many bytes more. */
  slackBytes: number;
  /** About how much of a file is written, or done again, in one transaction. */
  sliceBytes: number;
  /** How long the database is left to others before each slice of a snapshot, in milliseconds. */
  pauseMs: number;
  report: (news: unknown) => void;
  clock: Clock;
}

/** Begins the journal anew from a snapshot, so that it does not grow for ever: in slices, while the engine does its work. */
export class Renewal {
  readonly #database: Dexie;
  readonly #transact: Transact;
  readonly #status: StatusKeeper;
  readonly #options: RenewalOptions;
  /** The file in use is damaged. */
  #repairing = false;
  #snapshot: Snapshot | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** None is begun while the file is shorter, since the last one failed. */
  #leastBytes = 0;

  constructor(database: Dexie, transact: Transact, status: StatusKeeper, options: RenewalOptions) {
    this.#database = database;
    this.#status = status;
    this.#transact = transact;
    this.#options = options;
  }

  /** Of the snapshot that is being written now. */
  get generation(): number | undefined {
    return this.#snapshot?.generation;
  }

  isDue({ end, snapshot }: NonNullable<JournalRow['whole']>): boolean {
    return end > Math.max(2 * snapshot + this.#options.slackBytes, this.#leastBytes);
  }

  /** Begins a snapshot soon, unless one is being written. `repair`: since the file in use is damaged. */
  begin(files: OpenFiles, repair = false): void {
    this.#repairing ||= repair;
    if (this.#snapshot === undefined) this.#goOn(files);
  }

  /** Writes the whole snapshot, if all goes well. */
  async finish(files: OpenFiles): Promise<void> {
    do await this.#step(files);
    while (this.#snapshot);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#snapshot = undefined;
  }

  /** Writes the next slice soon, and so on until there is none. */
  #goOn(files: OpenFiles): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#step(files).then(() => this.#snapshot && this.#goOn(files));
    }, this.#options.pauseMs);
  }

  /** A snapshot that fails, as on a full disk, costs nothing: the old file is as good as before. */
  async #step(files: OpenFiles): Promise<void> {
    let snapshot = this.#snapshot;
    try {
      snapshot = this.#snapshot ??= new Snapshot(this.#database, files, this.#transact, this.#options.sliceBytes);
      if (!(await snapshot.step(this.#status.now.checkpoint))) return;
      if (this.#snapshot === snapshot) snapshot.dropOld();
      void this.#ended('repaired');
    } catch (error) {
      if (this.#snapshot !== snapshot) return;
      this.#leastBytes = Math.max(files.a.size(), files.b.size()) + this.#options.slackBytes;
      if (error instanceof DatabaseIncomplete) void this.#ended('kept');
      this.#options.report(error);
    }
    // It may have been stopped meanwhile, and another one begun.
    if (this.#snapshot === snapshot) this.#snapshot = undefined;
  }

  /** A new file was read back as a whole, so it counts as checked. */
  async #ended(outcome: 'repaired' | 'kept'): Promise<void> {
    const at = new Date(this.#options.clock.now()).toISOString();
    const isNews = outcome === 'kept' || this.#repairing;
    if (outcome === 'repaired') this.#repairing = false;
    await this.#status.change({
      checking: undefined,
      ...(outcome === 'repaired' && { checkedAt: at }),
      ...(isNews && { damage: { at, outcome } }),
    });
  }
}
