import { limits, plans } from '../src/v1/limits.ts';
import { NotJudged } from './expect.ts';
import type { Offers } from './offers.ts';
import type { Answer, Sent } from './wire.ts';

/** Thrown when a run's budget is used up. */
export class OutOfBudget extends NotJudged {
  override readonly name = 'OutOfBudget';
  readonly status = 'not run';
}

/**
 * Maximum refunds per day on the free plan. Deleting a memory soon after its save undoes the save and refunds its
 * transaction.
 */
const refundsADay = plans.free.transactionsPerDay;

/** Shorter than the server's limit, which starts at the save: we only know when the response to the save arrived. */
const refundMs = (limits.refundSeconds - 5) * 1_000;

const isWrite = ({ method, path }: Sent) =>
  method !== 'GET' && /^\/v1\/(memories|collections)\b/.test(path) && !path.startsWith('/v1/memories/search');

/** Counts the transactions of a run and enforces its budget. */
export class Ledger {
  #spent = 0;
  #refunds = 0;
  readonly #offers: Offers;
  readonly #budget: number;
  /** When each memory was created or restored, in Unix milliseconds, by its path. */
  readonly #createdAt = new Map<string, number>();

  constructor(offers: Offers, budget = Infinity) {
    this.#offers = offers;
    this.#budget = budget;
  }

  get remaining(): number {
    return this.#budget - this.#spent;
  }

  /** @throws OutOfBudget */
  requireBudget(sent: Sent): void {
    if (isWrite(sent) && this.#costOf(sent) > this.remaining) throw new OutOfBudget('not enough of the budget is left');
  }

  record(sent: Sent, { status, body }: Answer): void {
    if (!isWrite(sent) || status < 200 || status > 299) return;
    const cost = this.#costOf(sent);
    this.#spent += cost;
    if (cost < 0) this.#refunds += 1;
    // Only the first undo refunds.
    if (sent.method === 'DELETE') this.#createdAt.delete(sent.path.split('?')[0] ?? '');
    const id = (body as { id?: unknown } | null | undefined)?.id;
    if (sent.method === 'POST' && typeof id === 'string') this.#createdAt.set(`/v1/memories/${id}`, Date.now());
  }

  /**
   * The cost of a write: usually 1. If the server offers `delete`, the deletion of a memory soon after its save costs
   * −1, or 0 once the daily refunds are used up.
   */
  #costOf({ method, path }: Sent): number {
    const [memory = ''] = path.split('?');
    const createdAt = this.#createdAt.get(memory);
    const isUndo =
      method === 'DELETE' &&
      createdAt !== undefined &&
      this.#offers?.has('delete') &&
      Date.now() - createdAt < refundMs;
    if (!isUndo) return 1;
    return this.#refunds < refundsADay ? -1 : 0;
  }
}
