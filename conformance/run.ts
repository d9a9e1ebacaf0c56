import type { Case } from './case.ts';
import { Context, type Note } from './context.ts';
import { judge } from './every-response.ts';
import { check, Failure, NotJudged } from './expect.ts';
import type { Host } from './host.ts';
import { Ledger, OutOfBudget } from './ledger.ts';
import type { ClaimName } from './claims/index.ts';
import { requireCaseOffered } from './offers.ts';
import { retryRateLimited, WaitTooLong, type WaitBudget } from './rate-limit-wait.ts';
import { Fixtures } from './fixtures.ts';
import { extensionForDeleting, deleteRequestOf, type CreatedItem } from './created-items.ts';
import { sendOver, type Answer, type Sent } from './wire.ts';

export interface RunOptions {
  /**
   * Runs only plain cases, and checks responses against the source document alone. A server without Memory-Extensions
   * is always checked like this.
   */
  plain?: boolean;
  budget?: number;
  /** Limits the waits for a rate-limited server. Without `waitBudget`, the run never waits. */
  waitBudget?: WaitBudget;
  /** Stops the run. What the run created is still deleted. */
  signal?: AbortSignal;
}

export class Stopped extends NotJudged {
  override readonly name = 'Stopped';
  readonly status = 'not run';
}

/** The cleanup may wait this long even if the wait budget is used up. */
const cleanupWaitSeconds = 120;

export class Run {
  readonly host: Host;
  readonly fixtures: Fixtures;
  readonly ledger: Ledger;
  readonly plain: boolean;
  /** By claim, without duplicates. */
  readonly violations = new Map<ClaimName, Set<string>>();
  /** Of the claims about every response, those that have applied to at least one response. */
  readonly judgedClaims = new Set<ClaimName>();
  last: { sent: Sent; answer?: Answer } | undefined;
  /** Why the remaining cases are skipped: the server demands too long a wait, or the run was stopped during a wait. */
  skipReason: string | undefined;
  readonly #options: RunOptions;
  readonly #undeleted = new Set<CreatedItem>();
  /** Kinds that a server without Memory-Extensions has refused to delete. */
  readonly #undeletableKinds = new Set<CreatedItem['kind']>();

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

  get undeleted(): CreatedItem[] {
    return [...this.#undeleted];
  }

  /** `retriesRateLimited`: retries after a rate-limit error, within the wait budget. */
  async send(
    sent: Sent,
    { retriesRateLimited, isCleanup = false }: { retriesRateLimited: boolean; isCleanup?: boolean },
  ): Promise<Answer> {
    const { waitBudget, signal } = this.#options;
    if (this.stopped && !isCleanup) throw new Stopped('the run was stopped');
    const send = async () => {
      this.ledger.requireBudget(sent);
      if (!isCleanup) this.last = { sent };
      const answer = await sendOver(this.host.transport, sent);
      this.ledger.record(sent, answer);
      if (!isCleanup) this.#judge(sent, answer);
      return answer;
    };
    if (!retriesRateLimited || waitBudget === undefined) return send();
    // Even a stopped run waits for its cleanup.
    return retryRateLimited(send, waitBudget, isCleanup ? undefined : signal).catch((problem: unknown) => {
      if (problem instanceof WaitTooLong && !isCleanup) this.skipReason = problem.message;
      throw problem;
    });
  }

  #judge(sent: Sent, answer: Answer): void {
    this.last = { sent, answer };
    const { applied, violations } = judge(answer, this.plain);
    for (const claim of applied) this.judgedClaims.add(claim);
    for (const { claim, problem } of violations) {
      this.violations.set(
        claim,
        (this.violations.get(claim) ?? new Set()).add(
          `${sent.method} ${sent.path.slice(0, 200)} → ${answer.status}: ${problem}`,
        ),
      );
    }
  }

  /** Throws if the case fails or the server lacks what the case needs. Deletes what the case created. */
  async execute(testCase: Case): Promise<Note[]> {
    requireCaseOffered(testCase, this.host.offers);
    const context = new Context(this);
    try {
      await testCase.run(context);
    } catch (problem) {
      // A failing cleanup must not hide why the case failed.
      await context.cleanUp().catch(() => undefined);
      throw problem;
    }
    await context.cleanUp();
    return context.notes;
  }

  async finish(): Promise<void> {
    const { waitBudget } = this.#options;
    if (waitBudget) waitBudget.seconds = Math.max(waitBudget.seconds, cleanupWaitSeconds);
    await this.fixtures.cleanUp();
    await this.cleanUp(this.undeleted);
  }

  /** Deletes the items for good. {@link undeleted} then has those that can't be deleted. */
  async cleanUp(items: readonly CreatedItem[]): Promise<void> {
    for (const item of items) {
      this.#undeleted.add(item);
      const { offers } = this.host;
      if (offers === null ? this.#undeletableKinds.has(item.kind) : !offers.has(extensionForDeleting[item.kind]))
        continue;
      await this.#remove(item);
    }
  }

  async #remove(item: CreatedItem): Promise<void> {
    const answer = await this.send(
      { ...deleteRequestOf(item), token: this.host.token },
      { retriesRateLimited: true, isCleanup: true },
    ).catch((problem: unknown) => {
      if (problem instanceof OutOfBudget || problem instanceof WaitTooLong) return undefined;
      throw problem;
    });
    if (answer === undefined) return;
    const { status, text } = answer;
    if ((status >= 200 && status < 300) || (status === 404 && this.host.offers !== null))
      return void this.#undeleted.delete(item);
    // A plain server need not support deletion, so one attempt for each kind is enough.
    if (this.host.offers === null) this.#undeletableKinds.add(item.kind);
    else check(this.#options.waitBudget !== undefined, `could not delete ${item.id}: ${status} ${text}`);
  }
}

/** Runs one case and deletes what it created. Throws if the case fails or any response breaks v1. */
export async function runCase(host: Host, testCase: Case): Promise<void> {
  const run = new Run(host);
  try {
    await run.execute(testCase);
  } catch (problem) {
    await run.finish().catch(() => undefined);
    throw problem;
  }
  await run.finish();
  const problems = [...run.violations.values()].flatMap((found) => [...found]);
  if (problems.length > 0) throw new Failure(problems.slice(0, 5).join('\n'));
}
