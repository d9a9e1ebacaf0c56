import { limits, plans } from '../src/v1/limits.ts';
import { NotJudged } from './expect.ts';
import type { Offers } from './offers.ts';
import type { Answer, Sent } from './wire.ts';

export class OutOfBudget extends NotJudged {
  override readonly name = 'OutOfBudget';
  readonly status = 'not run';
}

/** Refunds per day on the free plan. Deleting a memory soon after its save refunds the transaction of the save. */
const refundsADay = plans.free.transactionsPerDay;

/** Shorter than the server's limit: the server counts from the save, the ledger only from the later response. */
const refundMs = (limits.refundSeconds - 5) * 1_000;

const isWrite = ({ method, path }: Sent) =>
  method !== 'GET' && /^\/v1\/(memories|collections)\b/.test(path) && !path.startsWith('/v1/memories/search');

export class Ledger {
  #spent = 0;
  #refunds = 0;
  readonly #offers: Offers;
  readonly #budget: number;
  /** Creation or restoration times in Unix milliseconds, by the memory's path. */
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
   * Usually 1. If the server offers `delete`, deleting a memory soon after its save costs −1, or 0 once the daily
   * refunds are used up.
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
