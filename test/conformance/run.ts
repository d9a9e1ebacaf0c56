import type { Case } from './case.ts';
import { Context, type Note } from './context.ts';
import { violationsIn } from './every-answer.ts';
import { check, Failure } from './expect.ts';
import type { Host } from './host.ts';
import { Ledger, OutOfBudget } from './ledger.ts';
import type { MarkName } from './marks/index.ts';
import { requireFor } from './offers.ts';
import { patiently, TooSlow, type Patience } from './patience.ts';
import { Shelf } from './shelf.ts';
import { extensionToRemove, removalOf, type Made } from './tidy.ts';
import { sendOver, type Answer, type Sent } from './wire.ts';

export interface RunOptions {
  /** The most transactions that may be spent. */
  budget?: number;
  /** How long to wait where the server says that requests come too fast; left out: not at all. */
  patience?: Patience;
  /** Ends waits. */
  signal?: AbortSignal;
}

/** Cases that are run against one server, one after the other: what they share, what they spent, and what is left of them. */
export class Run {
  readonly host: Host;
  readonly shelf: Shelf;
  readonly ledger: Ledger;
  /** What could not be deleted. */
  readonly left: Made[] = [];
  /** What was wrong with answers, whatever was asked: each fault once. */
  readonly violations = new Map<MarkName, Set<string>>();
  /** The request that was answered last. */
  last: { sent: Sent; answer: Answer } | undefined;
  readonly #options: RunOptions;
  /** What a plain server has shown not to delete. */
  readonly #keeps = new Set<Made['kind']>();

  constructor(host: Host, options: RunOptions = {}) {
    this.host = host;
    this.#options = options;
    this.ledger = new Ledger(host.offers, options.budget);
    this.shelf = new Shelf(new Context(this));
  }

  get stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  async send(sent: Sent, { patient, judged = true }: { patient: boolean; judged?: boolean }): Promise<Answer> {
    const { patience, signal } = this.#options;
    const send = async () => {
      this.ledger.admit(sent);
      const answer = await sendOver(this.host.transport, sent);
      this.ledger.record(sent, answer);
      if (judged) this.#judge(sent, answer);
      this.last = { sent, answer };
      return answer;
    };
    return patient && patience ? patiently(send, patience, signal) : send();
  }

  #judge({ method, path }: Sent, answer: Answer): void {
    for (const { mark, problem } of violationsIn(answer, this.host.offers === null)) {
      this.violations.set(mark, (this.violations.get(mark) ?? new Set()).add(`${method} ${path.slice(0, 200)} → ${answer.status}: ${problem}`));
    }
  }

  /** Runs a case and tidies up behind it; throws where it failed, or where it is not for this server. Answers what it has to report. */
  async perform(one: Case, context = new Context(this)): Promise<Note[]> {
    requireFor(one, this.host.offers);
    try {
      await one.run(context);
    } catch (problem) {
      // What a failed case leaves behind must not hide why it failed.
      await context.tidy().catch(() => undefined);
      throw problem;
    }
    await context.tidy();
    return context.notes;
  }

  /** Tidies away what the cases have shared. */
  finish(): Promise<void> {
    return this.shelf.tidy();
  }

  /** Deletes for good; what the server does not let go, or what it would cost too much to, is remembered as left. */
  async tidy(made: readonly Made[]): Promise<void> {
    for (const one of made) {
      const { offers } = this.host;
      if (offers === null ? this.#keeps.has(one.kind) : !offers.has(extensionToRemove[one.kind])) this.left.push(one);
      else await this.#remove(one);
    }
  }

  async #remove(one: Made): Promise<void> {
    const answer = await this.send({ ...removalOf(one), token: this.host.token }, { patient: true, judged: this.host.offers !== null }).catch((problem: unknown) => {
      this.left.push(one);
      if (problem instanceof OutOfBudget || problem instanceof TooSlow) return undefined;
      throw problem;
    });
    if (answer === undefined || (answer.status >= 200 && answer.status < 300) || (answer.status === 404 && this.host.offers !== null)) return;
    this.left.push(one);
    // A plain server need not delete; it is asked once.
    if (this.host.offers === null) this.#keeps.add(one.kind);
    else check(false, `could not tidy ${one.id} away: ${answer.status} ${answer.text}`);
  }
}

/** Runs one case alone and tidies up behind it; throws where the case, or any answer that it got, was not as v1 says. */
export async function runCase(host: Host, one: Case): Promise<void> {
  const run = new Run(host);
  try {
    await run.perform(one);
  } catch (problem) {
    await run.finish().catch(() => undefined);
    throw problem;
  }
  await run.finish();
  const problems = [...run.violations.values()].flatMap((found) => [...found]);
  if (problems.length > 0) throw new Failure(problems.slice(0, 5).join('\n'));
}
