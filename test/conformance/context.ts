import { ownPagesRateLimit } from '../../src/v1/limits.ts';
import type { Collection } from '../../src/v1/schemas/collection.ts';
import type { CreateMemory, Memory } from '../../src/v1/schemas/memory.ts';
import type { Search } from '../../src/v1/schemas/search.ts';
import type { CreatedToken, CreateToken } from '../../src/v1/schemas/token.ts';
import { scopeNames } from '../../src/v1/scopes.ts';
import { check } from './expect.ts';
import type { Host } from './host.ts';
import { requestOf, Session } from './session.ts';
import { sendOver, type Answer, type Sent } from './wire.ts';

/** No vowel, no y, no s: a stemmer leaves such a word alone, and it stands in nobody's text. */
const letters = 'bcdfghjkmnpqrtvwxz';

/** A made-up word of 16 letters that no other memory holds. */
export function newWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join('');
}

/** How long a server may take to read a few memories. */
const readingMs = 30_000;

/** What a case works with: the server, somebody with every right, and makers whose work is tidied away after the case. */
export class Context {
  readonly host: Host;
  /** Holds every scope, limited to no collection. */
  readonly admin: Session;
  readonly #created = new Set<string>();

  constructor(host: Host) {
    this.host = host;
    this.admin = this.session(host.token);
  }

  session(token: string | undefined): Session {
    return new Session((sent) => this.#send(sent), token);
  }

  /** Remembers whatever the server says it created, so that {@link tidy} finds it. */
  async #send(sent: Sent): Promise<Answer> {
    const answer = await sendOver(this.host.transport, sent);
    const id = answer.status === 201 ? (answer.body as { id?: unknown }).id : undefined;
    if (typeof id === 'string') this.#created.add(id);
    return answer;
  }

  collection(name: string = newWord()): Promise<Collection> {
    return this.admin.get('createCollection', { body: { name } });
  }

  memory(body: Partial<CreateMemory> = {}, session: Session = this.admin): Promise<Memory> {
    return session.get('createMemory', { body: { content: newWord(), ...body } });
  }

  /** A new token, by default with every scope and a high rate limit. */
  createToken(wanted: Partial<CreateToken> = {}, giver: Session = this.admin): Promise<CreatedToken> {
    return giver.get('createToken', { body: { name: newWord(), scopes: scopeNames, rateLimit: ownPagesRateLimit, ...wanted } });
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
    const until = Date.now() + readingMs;
    while (this.host.meaning && (await this.admin.get('searchMemories', { body: { query: newWord(), filters, limit: 1 } })).coverage < 1) {
      check(Date.now() < until, `the memories are not read after ${readingMs / 1_000} s`);
      await this.wait(100);
    }
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Deletes for good what the case has created; what is gone already is well. */
  async tidy(): Promise<void> {
    for (const id of this.#created) {
      const answer = await this.admin.send(removal(id));
      check(answer.status === 204 || answer.status === 404, `could not tidy ${id} away: ${answer.status} ${answer.text}`);
    }
  }
}

function removal(id: string): Sent {
  if (id.startsWith('mem_')) return requestOf('deleteMemory', { id, query: { permanent: true } });
  return requestOf(id.startsWith('col_') ? 'deleteCollection' : 'revokeToken', { id });
}
