import type { Clock } from '../../../service/ports/clock.ts';
import type { OpenFiles } from './files.ts';
import { RecordReader } from './record.ts';
import type { Extent } from './row.ts';
import type { StatusKeeper } from './status.ts';

export interface CheckOptions {
  clock: Clock;
  /** The approximate size of one read, in bytes. */
  sliceBytes: number;
  /** The pause between two slices, in milliseconds. */
  pauseMs: number;
  /** Resolves when no request is open. */
  idle: () => Promise<void>;
}

const dayMs = 86_400_000;

/** A check of the whole file is due this long after the last one. */
const checkEveryMs = 7 * dayMs;

const slicesPerNote = 16;

/**
 * Verifies the checksums of the journal's file, a slice at a time while the engine is idle. Continues after a restart.
 */
export class Check {
  readonly #status: StatusKeeper;
  readonly #options: CheckOptions;
  /** The committed part of the file in use. */
  readonly #inUse: () => PromiseLike<Extent | undefined>;
  readonly #damaged: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes when a check starts or is stopped, so that an earlier check that is still running ends. */
  #turn = 0;

  constructor(
    status: StatusKeeper,
    options: CheckOptions,
    inUse: () => PromiseLike<Extent | undefined>,
    damaged: () => void,
  ) {
    this.#status = status;
    this.#options = options;
    this.#inUse = inUse;
    this.#damaged = damaged;
  }

  /** Checks the file soon if a check is due or `now` is true; after that, whenever one is due. */
  begin(files: OpenFiles, { now = false } = {}): void {
    this.stop();
    const { checkedAt, checking } = this.#status.now;
    const age = checkedAt === undefined ? Infinity : this.#options.clock.now() - Date.parse(checkedAt);
    const isDue = now || checking !== undefined || age < 0 || age >= checkEveryMs;
    const turn = this.#turn;
    this.#timer = setTimeout(
      () => {
        if (!isDue) this.begin(files);
        else void this.#check(files, now, turn).catch(() => this.#turn === turn && this.#later(files));
      },
      isDue ? this.#options.pauseMs : Math.min(dayMs, checkEveryMs - age),
    );
  }

  stop(): void {
    this.#turn++;
    clearTimeout(this.#timer);
  }

  async #check(files: OpenFiles, fromStart: boolean, turn: number): Promise<void> {
    const extent = await this.#inUse();
    if (extent === undefined) return this.#later(files);
    const { checking } = this.#status.now;
    let at = !fromStart && checking?.generation === extent.generation ? Math.min(checking.at, extent.end) : 0;
    for (let slices = 1; at < extent.end; slices++) {
      await this.#options.idle();
      if (this.#turn !== turn) return;
      const end = checkedTo(files, extent, at, this.#options.sliceBytes);
      if (end === undefined) {
        // The file isn't damaged if a renewal (a new snapshot) has switched to the other file and emptied this one.
        if ((await this.#inUse())?.generation === extent.generation && this.#turn === turn) this.#damaged();
        return this.#turn === turn ? this.#later(files) : undefined;
      }
      at = end;
      if (slices % slicesPerNote === 0) await this.#status.change({ checking: { generation: extent.generation, at } });
      await new Promise((resolve) => setTimeout(resolve, this.#options.pauseMs));
    }
    if (this.#turn !== turn) return;
    await this.#status.change({ checkedAt: new Date(this.#options.clock.now()).toISOString(), checking: undefined });
    this.begin(files);
  }

  #later(files: OpenFiles): void {
    this.#timer = setTimeout(() => this.begin(files), dayMs);
  }
}

/**
 * Verifies about `bytes` bytes of records from `at` on. Returns where the last record ends; undefined if it finds
 * damage.
 */
function checkedTo(files: OpenFiles, extent: Extent, at: number, bytes: number): number | undefined {
  const reader = new RecordReader(files[extent.file], bytes);
  let end = at;
  while (end < extent.end && end - at < bytes) {
    const found = reader.at(end);
    if (found === undefined) return undefined;
    ({ end } = found);
  }
  return end;
}
