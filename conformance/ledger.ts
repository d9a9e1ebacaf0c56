import { limits, plans } from '../src/v1/limits.ts';
import { NotJudged } from './expect.ts';
import type { Offers } from './offers.ts';
import type { Answer, Sent } from './wire.ts';

/** What a run throws where it may spend no more. */
export class OutOfBudget extends NotJudged {
  override readonly name = 'OutOfBudget';
  readonly status = 'not run';
}

/** No more transactions a day are given back on the free plan. */
const refundsADay = plans.free.transactionsPerDay;

/** A save undone this soon is surely undone in time: the server's clock starts a little earlier than ours. */
const refundMs = (limits.refundSeconds - 5) * 1_000;

const isWrite = ({ method, path }: Sent) =>
  method !== 'GET' && /^\/v1\/(memories|collections)\b/.test(path) && !path.startsWith('/v1/memories/search');

/** Counts the transactions of a run, and lets it spend so many and no more. */
export class Ledger {
  #spent = 0;
  #refunds = 0;
  readonly #offers: Offers;
  readonly #budget: number;
  readonly #madeAt = new Map<string, number>();

  constructor(offers: Offers, budget = Infinity) {
    this.#offers = offers;
    this.#budget = budget;
  }

  get left(): number {
    return this.#budget - this.#spent;
  }

  /** @throws OutOfBudget */
  admit(sent: Sent): void {
    if (isWrite(sent) && this.#costOf(sent) > this.left) throw new OutOfBudget('the budget has not enough left');
  }

  record(sent: Sent, { status, body }: Answer): void {
    if (!isWrite(sent) || status < 200 || status > 299) return;
    const cost = this.#costOf(sent);
    this.#spent += cost;
    if (cost < 0) this.#refunds += 1;
    // A save is undone once.
    if (sent.method === 'DELETE') this.#madeAt.delete(sent.path.split('?')[0] ?? '');
    const id = (body as { id?: unknown } | null | undefined)?.id;
    if (sent.method === 'POST' && typeof id === 'string') this.#madeAt.set(`/v1/memories/${id}`, Date.now());
  }

  /** If the server says that it lets a save be undone, undoing it in time costs nothing, and gives its transaction back so many times a day. */
  #costOf({ method, path }: Sent): number {
    const [memory = ''] = path.split('?');
    const madeAt = this.#madeAt.get(memory);
    const isUndo =
      method === 'DELETE' && madeAt !== undefined && this.#offers?.has('delete') && Date.now() - madeAt < refundMs;
    if (!isUndo) return 1;
    return this.#refunds < refundsADay ? -1 : 0;
  }
}
