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
import { createdItemsIn, type CreatedItem } from './created-items.ts';
import type { Answer, Sent } from './wire.ts';

export { newWord } from './new-word.ts';

/** The most time that a server may take to index a few memories. */
const indexingMs = 30_000;

/** What the server does where the source document (the short specification that v1 extends) leaves it a choice. */
export interface Note {
  claim: ClaimName;
  text: string;
}

/**
 * What a case gets: the server, an administrator session, and factories. Everything created is deleted after the case.
 */
export class Context {
  readonly host: Host;
  readonly admin: Session;
  readonly notes: Note[] = [];
  readonly #run: Run;
  readonly #createdItems: CreatedItem[] = [];
  /**
   * Tokens made by `createToken`. Their rate-limited requests aren't retried, because a case may exceed the rate on
   * purpose.
   */
  readonly #ownTokens = new Set<string | undefined>();

  constructor(run: Run) {
    this.#run = run;
    this.host = run.host;
    this.admin = this.session(run.host.token);
  }

  /** Memories and a collection that plain cases share (see `plain` in case.ts). */
  get fixtures(): Fixtures {
    return this.#run.fixtures;
  }

  session(token: string | undefined): Session {
    const { offers, caseRate } = this.host;
    return new Session((sent) => this.#send(sent), token, {
      offers,
      mayLackRights: token === this.host.token && caseRate === undefined,
    });
  }

  /** Records what the server created, for {@link cleanUp}. */
  async #send(sent: Sent): Promise<Answer> {
    const answer = await this.#run.send(sent, { retriesRateLimited: !this.#ownTokens.has(sent.token) });
    this.#createdItems.push(...createdItemsIn(sent, answer));
    return answer;
  }

  note(claim: ClaimName, text: string): void {
    this.notes.push({ claim, text });
  }

  collection(name: string = newWord()): Promise<Collection> {
    return this.admin.bodyOf('createCollection', { body: { name } });
  }

  memory(body: Partial<CreateMemory> = {}, session: Session = this.admin): Promise<Memory> {
    return session.bodyOf('createMemory', { body: { content: newWord(), ...body } });
  }

  /** By default, the token has every scope and the host's `caseRate`. */
  async createToken(fields: Partial<CreateToken> = {}, creator: Session = this.admin): Promise<CreatedToken> {
    const { caseRate } = this.host;
    const created = await creator.bodyOf('createToken', {
      body: { name: newWord(), scopes: scopeNames, ...(caseRate && { rateLimit: caseRate }), ...fields },
    });
    this.#ownTokens.add(created.token);
    return created;
  }

  async sessionWith(fields: Partial<CreateToken> = {}): Promise<Session> {
    return this.session((await this.createToken(fields)).token);
  }

  sourceOf(tokenName: string): string {
    return this.host.source ?? `api:${tokenName}`;
  }

  /**
   * Waits until the memories that match the filters are indexed by meaning. Throws after `indexingMs`. Returns at once
   * if the server has no model.
   */
  async waitUntilIndexed(filters: Search['filters'] = {}): Promise<void> {
    const until = this.now() + indexingMs;
    while (
      this.host.meaning &&
      (await this.admin.bodyOf('searchMemories', { body: { query: newWord(), filters, limit: 1 } })).coverage < 1
    ) {
      check(this.now() < until, `the memories are not indexed after ${indexingMs / 1_000} s`);
      await this.wait(100);
    }
  }

  /** The server's time in Unix milliseconds. For a server in another process, returns this process's time. */
  now(): number {
    return this.host.clock.now();
  }

  wait(milliseconds: number): Promise<void> {
    return this.host.clock.wait(milliseconds);
  }

  cleanUp(): Promise<void> {
    return this.#run.cleanUp(this.#createdItems.splice(0));
  }
}
