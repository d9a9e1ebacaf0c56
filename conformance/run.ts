import type { Case } from './case.ts';
import { Context, type Note } from './context.ts';
import { violationsIn } from './every-answer.ts';
import { check, Failure, NotJudged } from './expect.ts';
import type { Host } from './host.ts';
import { Ledger, OutOfBudget } from './ledger.ts';
import type { ClaimName } from './claims/index.ts';
import { requireFor } from './offers.ts';
import { patiently, TooSlow, type Patience } from './patience.ts';
import { Fixtures } from './fixtures.ts';
import { extensionToRemove, removalOf, type Made } from './tidy.ts';
import { sendOver, type Answer, type Sent } from './wire.ts';

export interface RunOptions {
  /** Judges responses by the source document alone. Always so on a server without Memory-Extensions. */
  plain?: boolean;
  /** The most transactions to spend. */
  budget?: number;
  /** How long to wait when rate-limited; not at all if left out. */
  patience?: Patience;
  /** Stops the run; what it created is deleted all the same. */
  signal?: AbortSignal;
}

/** Thrown once a run was stopped. */
export class Stopped extends NotJudged {
  override readonly name = 'Stopped';
  readonly status = 'not run';
}

/** The least patience left for cleaning up, however long the cases waited. */
const tidyingSeconds = 120;

/** Runs cases against one server, one after the other. Holds what they share, spent and left behind. */
export class Run {
  readonly host: Host;
  readonly fixtures: Fixtures;
  readonly ledger: Ledger;
  readonly plain: boolean;
  /** Violations of claims about every response, each once. */
  readonly violations = new Map<ClaimName, Set<string>>();
  /** The last request of a case, and its response if there was one. */
  last: { sent: Sent; answer?: Answer } | undefined;
  /** Why the remaining cases are skipped: the server's wait exceeds the run's patience. */
  impatient: string | undefined;
  readonly #options: RunOptions;
  readonly #left = new Set<Made>();
  /** Kinds that a plain server has refused to delete. */
  readonly #keeps = new Set<Made['kind']>();

  constructor(host: Host, options: RunOptions = {}) {
    this.host = host;
    this.#options = options;
    this.plain = host.offers === null || options.plain === true;
    this.ledger = new Ledger(host.offers, options.budget);
    this.fixtures = new Fixtures(new Context(this));
  }

  get stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  /** What could not be deleted. */
  get left(): Made[] {
    return [...this.#left];
  }

  /** `patient`: retries a rate-limited request after the server's wait. */
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
    for (const { claim, problem } of violationsIn(answer, this.plain)) {
      this.violations.set(
        claim,
        (this.violations.get(claim) ?? new Set()).add(
          `${sent.method} ${sent.path.slice(0, 200)} → ${answer.status}: ${problem}`,
        ),
      );
    }
  }

  /** Runs a case, deletes what it created and returns its notes. Throws if it failed or is not for this server. */
  async perform(testCase: Case): Promise<Note[]> {
    requireFor(testCase, this.host.offers);
    const context = new Context(this);
    try {
      await testCase.run(context);
    } catch (problem) {
      // A failing cleanup must not hide why the case failed.
      await context.tidy().catch(() => undefined);
      throw problem;
    }
    await context.tidy();
    return context.notes;
  }

  /** Deletes the fixtures and what could not be deleted before. */
  async finish(): Promise<void> {
    const { patience } = this.#options;
    if (patience) patience.seconds = Math.max(patience.seconds, tidyingSeconds);
    await this.fixtures.tidy();
    await this.tidy(this.left);
  }

  /** Deletes for good, and records in {@link left} what can't be deleted. */
  async tidy(made: readonly Made[]): Promise<void> {
    for (const item of made) {
      this.#left.add(item);
      const { offers } = this.host;
      if (offers === null ? this.#keeps.has(item.kind) : !offers.has(extensionToRemove[item.kind])) continue;
      await this.#remove(item);
    }
  }

  async #remove(item: Made): Promise<void> {
    const answer = await this.send(
      { ...removalOf(item), token: this.host.token },
      { patient: true, tidying: true },
    ).catch((problem: unknown) => {
      if (problem instanceof OutOfBudget || problem instanceof TooSlow) return undefined;
      throw problem;
    });
    if (answer === undefined) return;
    const { status, text } = answer;
    if ((status >= 200 && status < 300) || (status === 404 && this.host.offers !== null))
      return void this.#left.delete(item);
    // A plain server need not support deletion, so one attempt for each kind is enough.
    if (this.host.offers === null) this.#keeps.add(item.kind);
    else check(this.#options.patience !== undefined, `could not delete ${item.id}: ${status} ${text}`);
  }
}

/** Runs one case and deletes what it created. Throws if the case fails or any response breaks v1. */
export async function runCase(host: Host, testCase: Case): Promise<void> {
  const run = new Run(host);
  try {
    await run.perform(testCase);
  } catch (problem) {
    await run.finish().catch(() => undefined);
    throw problem;
  }
  await run.finish();
  const problems = [...run.violations.values()].flatMap((found) => [...found]);
  if (problems.length > 0) throw new Failure(problems.slice(0, 5).join('\n'));
}
