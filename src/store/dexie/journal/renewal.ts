import type { Dexie } from 'dexie';
import type { Clock } from '../../../service/ports/clock.ts';
import type { OpenFiles } from './files.ts';
import type { Transact } from './replay.ts';
import type { JournalRow } from './row.ts';
import { DatabaseIncomplete, Snapshot } from './snapshot.ts';
import type { StatusKeeper } from './status.ts';

export interface RenewalOptions {
  /** A file is renewed once its length exceeds twice that of its snapshot by more than this. */
  slackBytes: number;
  /** The approximate number of bytes written or replayed in one transaction. */
  sliceBytes: number;
  /** The pause before each slice of a snapshot, in milliseconds, so that other transactions get their turn. */
  pauseMs: number;
  report: (news: unknown) => void;
  clock: Clock;
}

/** Replaces the journal's file with a snapshot of the whole database, so that the journal stays small. */
export class Renewal {
  readonly #database: Dexie;
  readonly #transact: Transact;
  readonly #status: StatusKeeper;
  readonly #options: RenewalOptions;
  /** The file in use is damaged. */
  #repairing = false;
  #snapshot: Snapshot | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** After a failure, the next snapshot waits until the file is this long. */
  #minBytes = 0;

  constructor(database: Dexie, transact: Transact, status: StatusKeeper, options: RenewalOptions) {
    this.#database = database;
    this.#status = status;
    this.#transact = transact;
    this.#options = options;
  }

  get generation(): number | undefined {
    return this.#snapshot?.generation;
  }

  isDue({ end, snapshot }: NonNullable<JournalRow['whole']>): boolean {
    return end > Math.max(2 * snapshot + this.#options.slackBytes, this.#minBytes);
  }

  /** Starts a snapshot soon, unless one is in progress. `repair`: the file in use is damaged. */
  begin(files: OpenFiles, { repair = false } = {}): void {
    this.#repairing ||= repair;
    if (this.#snapshot === undefined) this.#continue(files);
  }

  async finish(files: OpenFiles): Promise<void> {
    do await this.#step(files);
    while (this.#snapshot);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#snapshot = undefined;
  }

  #continue(files: OpenFiles): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#step(files).then(() => this.#snapshot && this.#continue(files));
    }, this.#options.pauseMs);
  }

  /** A failed snapshot, as on a full disk, does no harm: the old file is unchanged. */
  async #step(files: OpenFiles): Promise<void> {
    let snapshot = this.#snapshot;
    try {
      snapshot = this.#snapshot ??= new Snapshot(this.#database, files, this.#transact, this.#options.sliceBytes);
      if (!(await snapshot.step(this.#status.now.checkpoint))) return;
      if (this.#snapshot === snapshot) snapshot.dropOld();
      void this.#ended('repaired');
    } catch (error) {
      if (this.#snapshot !== snapshot) return;
      this.#minBytes = Math.max(files.a.size(), files.b.size()) + this.#options.slackBytes;
      if (error instanceof DatabaseIncomplete) void this.#ended('kept');
      this.#options.report(error);
    }
    // This snapshot may have been stopped in the meantime, and another one started.
    if (this.#snapshot === snapshot) this.#snapshot = undefined;
  }

  /**
   * `repaired`: a new file is in use. It was read back completely, so it counts as checked. `kept`: the old file stays,
   * because the database lacks rows.
   */
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
