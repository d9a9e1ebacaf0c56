import type { Case } from './case.ts';
import { Context, type Note } from './context.ts';
import { violationsIn } from './every-answer.ts';
import { check, Failure, NotJudged } from './expect.ts';
import type { Host } from './host.ts';
import { Ledger, OutOfBudget } from './ledger.ts';
import type { ClaimName } from './claims/index.ts';
import { requireFor } from './offers.ts';
import { patiently, TooSlow, type Patience } from './patience.ts';
import { Shelf } from './fixtures.ts';
import { extensionToRemove, removalOf, type Made } from './tidy.ts';
import { sendOver, type Answer, type Sent } from './wire.ts';

export interface RunOptions {
  /** Answers are judged by the source document alone; on a server that says nothing of extensions they are so anyway. */
  plain?: boolean;
  /** The most transactions that may be spent. */
  budget?: number;
  /** How long to wait where the server says that requests come too fast; left out: not at all. */
  patience?: Patience;
  /** Ends the run; what it has made is tidied away all the same. */
  signal?: AbortSignal;
}

/** What a run throws once it was stopped. */
export class Stopped extends NotJudged {
  override readonly name = 'Stopped';
  readonly status = 'not run';
}

/** What tidying may wait for, in seconds, whatever the cases have waited for before. */
const tidyingSeconds = 120;

/** Cases that are run against one server, one after the other: what they share, what they spent, and what is left of them. */
export class Run {
  readonly host: Host;
  readonly shelf: Shelf;
  readonly ledger: Ledger;
  readonly plain: boolean;
  /** What was wrong with answers, whatever was asked: each fault once. */
  readonly violations = new Map<ClaimName, Set<string>>();
  /** The last request of a case; without an answer where none came. */
  last: { sent: Sent; answer?: Answer } | undefined;
  /** Why no more cases are run: the server would let them wait for longer than the run does. */
  impatient: string | undefined;
  readonly #options: RunOptions;
  readonly #left = new Set<Made>();
  /** What a server that says nothing of extensions has shown not to delete. */
  readonly #keeps = new Set<Made['kind']>();

  constructor(host: Host, options: RunOptions = {}) {
    this.host = host;
    this.#options = options;
    this.plain = host.offers === null || options.plain === true;
    this.ledger = new Ledger(host.offers, options.budget);
    this.shelf = new Shelf(new Context(this));
  }

  get stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  /** What could not be deleted. */
  get left(): Made[] {
    return [...this.#left];
  }

  /** `patient`: what comes too fast is sent again once the server's wait is over. */
  async send(sent: Sent, { patient, tidying = false }: { patient: boolean; tidying?: boolean }): Promise<Answer> {
    const { patience, signal } = this.#options;
    if (this.stopped && !tidying) throw new Stopped('the run was stopped');
    const send = async () => {
      this.ledger.admit(sent);
      if (!tidying) this.last = { sent };
      const answer = await sendOver(this.host.transport, sent);
      this.ledger.record(sent, answer);
      if (!tidying) this.#judge(sent, answer);
      return answer;
    };
    if (!patient || patience === undefined) return send();
    return patiently(send, patience, signal).catch((problem: unknown) => {
      if (problem instanceof TooSlow && !tidying) this.impatient = problem.message;
      throw problem;
    });
  }

  #judge(sent: Sent, answer: Answer): void {
    this.last = { sent, answer };
    for (const { mark, problem } of violationsIn(answer, this.plain)) {
      this.violations.set(
        mark,
        (this.violations.get(mark) ?? new Set()).add(
          `${sent.method} ${sent.path.slice(0, 200)} → ${answer.status}: ${problem}`,
        ),
      );
    }
  }

  /** Runs a case and tidies up behind it; throws where it failed, or where it is not for this server. Answers what it has to report. */
  async perform(one: Case): Promise<Note[]> {
    requireFor(one, this.host.offers);
    const context = new Context(this);
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

  /** Tidies away what the cases have shared, and what could not go before. */
  async finish(): Promise<void> {
    const { patience } = this.#options;
    if (patience) patience.seconds = Math.max(patience.seconds, tidyingSeconds);
    await this.shelf.tidy();
    await this.tidy(this.left);
  }

  /** Deletes for good; what the server does not let go, or what can't be deleted now, is remembered as left. */
  async tidy(made: readonly Made[]): Promise<void> {
    for (const one of made) {
      this.#left.add(one);
      const { offers } = this.host;
      if (offers === null ? this.#keeps.has(one.kind) : !offers.has(extensionToRemove[one.kind])) continue;
      await this.#remove(one);
    }
  }

  async #remove(one: Made): Promise<void> {
    const answer = await this.send(
      { ...removalOf(one), token: this.host.token },
      { patient: true, tidying: true },
    ).catch((problem: unknown) => {
      if (problem instanceof OutOfBudget || problem instanceof TooSlow) return undefined;
      throw problem;
    });
    if (answer === undefined) return;
    const { status, text } = answer;
    if ((status >= 200 && status < 300) || (status === 404 && this.host.offers !== null))
      return void this.#left.delete(one);
    // A plain server need not delete; it is asked once.
    if (this.host.offers === null) this.#keeps.add(one.kind);
    else check(this.#options.patience !== undefined, `could not tidy ${one.id} away: ${status} ${text}`);
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
