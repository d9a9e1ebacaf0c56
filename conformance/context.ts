import type { Collection } from '../src/v1/schemas/collection.ts';
import type { CreateMemory, Memory } from '../src/v1/schemas/memory.ts';
import type { Search } from '../src/v1/schemas/search.ts';
import type { CreatedToken, CreateToken } from '../src/v1/schemas/token.ts';
import { scopeNames } from '../src/v1/scopes.ts';
import { check } from './expect.ts';
import type { Host } from './host.ts';
import type { ClaimName } from './claims/index.ts';
import { newWord } from './new-word.ts';
import type { Run } from './run.ts';
import { Session } from './session.ts';
import type { Fixtures } from './fixtures.ts';
import { madeBy, type Made } from './tidy.ts';
import type { Answer, Sent } from './wire.ts';

export { newWord } from './new-word.ts';

/** How long a server may take to index a few memories. */
const indexingMs = 30_000;

/** What a server does where the source document leaves it open. */
export interface Note {
  claim: ClaimName;
  text: string;
}

/** What a case works with: the server, an administrator, and factories whose results are deleted after the case. */
export class Context {
  readonly host: Host;
  /** Holds every scope, limited to no collection. */
  readonly admin: Session;
  readonly notes: Note[] = [];
  readonly #run: Run;
  readonly #made: Made[] = [];
  /** Tokens that the case created. It may exceed their rate on purpose, so these requests are not retried. */
  readonly #own = new Set<string | undefined>();

  constructor(run: Run) {
    this.#run = run;
    this.host = run.host;
    this.admin = this.session(run.host.token);
  }

  /** Shared by plain cases. */
  get fixtures(): Fixtures {
    return this.#run.fixtures;
  }

  session(token: string | undefined): Session {
    const { offers, caseRate } = this.host;
    return new Session((sent) => this.#send(sent), token, {
      offers,
      mayLack: token === this.host.token && caseRate === undefined,
    });
  }

  /** Records what the server created, for {@link tidy}. */
  async #send(sent: Sent): Promise<Answer> {
    const answer = await this.#run.send(sent, { patient: !this.#own.has(sent.token) });
    const made = madeBy(sent, answer);
    if (made !== undefined) this.#made.push(made);
    return answer;
  }

  /** Reports what the server does where the source document leaves it open. */
  note(claim: ClaimName, text: string): void {
    this.notes.push({ claim, text });
  }

  collection(name: string = newWord()): Promise<Collection> {
    return this.admin.get('createCollection', { body: { name } });
  }

  memory(body: Partial<CreateMemory> = {}, session: Session = this.admin): Promise<Memory> {
    return session.get('createMemory', { body: { content: newWord(), ...body } });
  }

  /** A new token, by default with every scope and a high rate limit. */
  async createToken(wanted: Partial<CreateToken> = {}, giver: Session = this.admin): Promise<CreatedToken> {
    const { caseRate } = this.host;
    const created = await giver.get('createToken', {
      body: { name: newWord(), scopes: scopeNames, ...(caseRate && { rateLimit: caseRate }), ...wanted },
    });
    this.#own.add(created.token);
    return created;
  }

  /** A session with a new token. */
  async sessionWith(wanted: Partial<CreateToken> = {}): Promise<Session> {
    return this.session((await this.createToken(wanted)).token);
  }

  /** The source of memories written with a token of this name. */
  sourceOf(tokenName: string): string {
    return this.host.source ?? `api:${tokenName}`;
  }

  /** Waits until the model has indexed what passes the filters; returns at once on a server without a model. */
  async indexed(filters: Search['filters'] = {}): Promise<void> {
    const until = this.now() + indexingMs;
    while (
      this.host.meaning &&
      (await this.admin.get('searchMemories', { body: { query: newWord(), filters, limit: 1 } })).coverage < 1
    ) {
      check(this.now() < until, `the memories are not indexed after ${indexingMs / 1_000} s`);
      await this.wait(100);
    }
  }

  /** The server's time as this process knows it; Unix milliseconds. */
  now(): number {
    return this.host.clock.now();
  }

  /** Waits by the server's time. */
  wait(milliseconds: number): Promise<void> {
    return this.host.clock.wait(milliseconds);
  }

  /** Deletes for good what the case created and didn't delete itself. */
  tidy(): Promise<void> {
    return this.#run.tidy(this.#made.splice(0));
  }
}
