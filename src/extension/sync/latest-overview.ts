import type { Change } from '../../service/ports/rows.ts';
import type { Clock } from '../../service/ports/clock.ts';
import type { SyncConflict } from '../../lib/sync.ts';
import type { SyncItem, SyncLink, SyncStore } from '../../service/ports/sync.ts';
import { notedOffers, rulesWith } from '../../sync/parts.ts';
import type { Rules } from '../../sync/rules.ts';
import { noted } from '../../sync/scan.ts';
import { isOutside } from './memory-sync.ts';
import {
  emptyOverview,
  maxShown,
  overviewOf,
  standingOf,
  waitingItem,
  type Overview,
  type Standing,
  type WaitingItem,
} from './overview.ts';

const perRead = 500;

/** For a memory that changed here since the last round: its standing at that round, and now. */
interface Standings {
  before: Standing;
  after: Standing;
  waiting: WaitingItem | undefined;
}

/** The overview after the last round, with what changed here since: an unsent change must not count as synced. */
export class LatestOverview {
  readonly #clock: Clock;
  readonly #idle: () => Promise<void>;
  #afterRound = emptyOverview;
  #changes = new Map<string, Standings>();
  /** The number of the last local change that is included. */
  #seq = 0;

  /** `idle`: awaited between two reads. */
  constructor(clock: Clock, idle: () => Promise<void>) {
    this.#clock = clock;
    this.#idle = idle;
  }

  get conflicts(): readonly SyncConflict[] {
    return this.#afterRound.conflicts;
  }

  /** Counts everything again. The counts are exact only if no round is running. */
  async renew(store: SyncStore): Promise<void> {
    this.#afterRound = await overviewOf(store, this.#idle);
    this.#changes = new Map();
    this.#seq = (await store.read((reader) => reader.link()))?.seq ?? 0;
    await this.#follow(store);
  }

  forget(): void {
    this.#afterRound = emptyOverview;
  }

  /** The overview now. While a round is running, it may lack recent local changes. */
  async read(store: SyncStore, isRunning: boolean): Promise<Overview> {
    if (this.#afterRound === emptyOverview) await this.renew(store);
    else if (!isRunning) await this.#follow(store);
    const counts = { ...this.#afterRound.counts };
    const changes = [...this.#changes.values()];
    for (const { before, after } of changes) {
      if (before !== null) counts[before]--;
      if (after !== null) counts[after]++;
    }
    const isUnchanged = ({ id }: { id: string }) => !this.#changes.has(id);
    const waiting = [
      ...this.#afterRound.waiting.filter(isUnchanged),
      ...changes.flatMap(({ waiting: line }) => (line ? [line] : [])),
    ].slice(0, maxShown);
    return { ...this.#afterRound, counts, waiting, stuck: this.#afterRound.stuck.filter(isUnchanged) };
  }

  /** Includes the local changes after `#seq`. */
  async #follow(store: SyncStore): Promise<void> {
    for (;;) {
      const count = await store.read(async (reader) => {
        const link = await reader.link();
        if (link === undefined) return 0;
        const rows = await reader.changes(this.#seq, perRead);
        const rules = rulesWith(notedOffers(link), link, { token: link.token, now: () => this.#clock.now() });
        await reader.load({ items: rows.map(({ row }) => row.id) });
        for (const change of rows) {
          const { id, seq } = change.row;
          this.#changes.set(id, standingsOf(change, await reader.item(id), { rules, link }));
          this.#seq = seq;
        }
        return rows.length;
      });
      if (count < perRead) return;
      await this.#idle();
    }
  }
}

function standingsOf(
  change: Change,
  item: SyncItem | undefined,
  { rules, link }: { rules: Rules; link: SyncLink },
): Standings {
  const row = change.kind === 'memory' ? change.row : undefined;
  const standing = (one: SyncItem | undefined) =>
    one === undefined ? null : standingOf(one, link.collections !== null && isOutside(row, one, link));
  const now = noted(change.row.id, item, row, rules);
  const after = standing(now);
  return {
    before: standing(item),
    after,
    waiting: after === 'waiting' ? waitingItem(now!, row) : undefined,
  };
}
