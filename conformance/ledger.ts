import { limits, plans } from '../src/v1/limits.ts';
import { NotJudged } from './expect.ts';
import type { Offers } from './offers.ts';
import type { Answer, Sent } from './wire.ts';

/** Thrown when a run's budget is used up. */
export class OutOfBudget extends NotJudged {
  override readonly name = 'OutOfBudget';
  readonly status = 'not run';
}

/** The free plan refunds no more transactions a day. */
const refundsADay = plans.free.transactionsPerDay;

/** An undo this soon is in time by the server's clock too, which starts a little earlier. */
const refundMs = (limits.refundSeconds - 5) * 1_000;

const isWrite = ({ method, path }: Sent) =>
  method !== 'GET' && /^\/v1\/(memories|collections)\b/.test(path) && !path.startsWith('/v1/memories/search');

/** Counts the transactions of a run and enforces its budget. */
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
    // Only the first undo refunds.
    if (sent.method === 'DELETE') this.#madeAt.delete(sent.path.split('?')[0] ?? '');
    const id = (body as { id?: unknown } | null | undefined)?.id;
    if (sent.method === 'POST' && typeof id === 'string') this.#madeAt.set(`/v1/memories/${id}`, Date.now());
  }

  /** On a server with `delete`, an undo in time is free and refunds its transaction, up to a daily limit. */
  #costOf({ method, path }: Sent): number {
    const [memory = ''] = path.split('?');
    const madeAt = this.#madeAt.get(memory);
    const isUndo =
      method === 'DELETE' && madeAt !== undefined && this.#offers?.has('delete') && Date.now() - madeAt < refundMs;
    if (!isUndo) return 1;
    return this.#refunds < refundsADay ? -1 : 0;
  }
}
