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
import type { Shelf } from './fixtures.ts';
import { madeBy, type Made } from './tidy.ts';
import type { Answer, Sent } from './wire.ts';

export { newWord } from './new-word.ts';

/** How long a server may take to read a few memories. */
const readingMs = 30_000;

/** What a server has answered to a question that the source document leaves open. */
export interface Note {
  mark: ClaimName;
  text: string;
}

/** What a case works with: the server, somebody with every right, and makers whose work is tidied away after the case. */
export class Context {
  readonly host: Host;
  /** Holds every scope, limited to no collection. */
  readonly admin: Session;
  readonly notes: Note[] = [];
  readonly #run: Run;
  readonly #made: Made[] = [];
  /** Tokens that the case has created: with these it may well go over their rate. */
  readonly #own = new Set<string | undefined>();

  constructor(run: Run) {
    this.#run = run;
    this.host = run.host;
    this.admin = this.session(run.host.token);
  }

  /** What plain cases share. */
  get shelf(): Shelf {
    return this.#run.shelf;
  }

  session(token: string | undefined): Session {
    const { offers, caseRate } = this.host;
    return new Session((sent) => this.#send(sent), token, {
      offers,
      mayLack: token === this.host.token && caseRate === undefined,
    });
  }

  /** Remembers whatever the server says it created, so that {@link tidy} finds it. */
  async #send(sent: Sent): Promise<Answer> {
    const answer = await this.#run.send(sent, { patient: !this.#own.has(sent.token) });
    const made = madeBy(sent, answer);
    if (made !== undefined) this.#made.push(made);
    return answer;
  }

  /** Tells what the server has chosen where the source document leaves it open. */
  note(mark: ClaimName, text: string): void {
    this.notes.push({ mark, text });
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

  /** Somebody with a new token. */
  async sessionWith(wanted: Partial<CreateToken> = {}): Promise<Session> {
    return this.session((await this.createToken(wanted)).token);
  }

  /** The source of what a token of this name writes. */
  sourceOf(tokenName: string): string {
    return this.host.door ?? `api:${tokenName}`;
  }

  /** Waits until the model has read what passes the filters; a server without one has nothing to read. */
  async read(filters: Search['filters'] = {}): Promise<void> {
    const until = this.now() + readingMs;
    while (
      this.host.meaning &&
      (await this.admin.get('searchMemories', { body: { query: newWord(), filters, limit: 1 } })).coverage < 1
    ) {
      check(this.now() < until, `the memories are not read after ${readingMs / 1_000} s`);
      await this.wait(100);
    }
  }

  /** The server's time, as far as this process knows it; Unix milliseconds. */
  now(): number {
    return this.host.clock.now();
  }

  /** Waits by the server's time. */
  wait(milliseconds: number): Promise<void> {
    return this.host.clock.wait(milliseconds);
  }

  /** Deletes for good what the case has created; what is gone already is well. */
  tidy(): Promise<void> {
    return this.#run.tidy(this.#made.splice(0));
  }
}
