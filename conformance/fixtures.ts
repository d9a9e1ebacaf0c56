import type { Context } from './context.ts';
import { check, show } from './expect.ts';
import { newWord } from './new-word.ts';
import { checkMemory, idsOf, LeftOpen, memoriesIn, succeed, type PlainMemory } from './plain.ts';

interface PlacedCollection {
  id: string;
  name: string;
  /** As the server returned it. */
  fields: Record<string, unknown>;
}

/** For people who find it in their library. */
const explained = 'made by a conformance test of the v1 Memory Service, may be deleted';

/**
 * Memories and a collection that plain cases share, each created when a case first needs it: a server without DELETE keeps them,
 * and on a free plan they cost transactions, four in all.
 */
export class Fixtures {
  /** In every fixture and in no other memory. */
  readonly word = newWord();
  /** On the tagged fixtures. */
  readonly tag = newWord();
  /** The status of each create. */
  readonly statuses = new Map<string, number>();
  /** Memories that missed the collection because this server names collections the other way. */
  readonly astray: string[] = [];
  readonly collection: () => Promise<PlacedCollection>;
  /** Tagged, in no collection, with all kinds of white space in and around its content. */
  readonly outside: () => Promise<PlainMemory>;
  /** Tagged, in the collection. */
  readonly inside: () => Promise<PlainMemory>;
  /** Without a tag, in the collection. */
  readonly untagged: () => Promise<PlainMemory>;
  readonly #context: Context;
  #made = 0;
  #reference: 'id' | 'name' | undefined;

  constructor(context: Context) {
    this.#context = context;
    const counted = <T>(make: () => Promise<T>) => once(make, () => this.#made++);
    this.collection = counted(() => this.#makeCollection());
    this.outside = counted(() => this.create({ content: this.contentOutside, tags: [this.tag, 'two words'] }));
    this.inside = counted(() => this.#place({ content: `${this.word} inside, ${explained}`, tags: [this.tag] }));
    this.untagged = counted(() =>
      this.inside().then(() => this.#place({ content: `${this.word} untagged, ${explained}` })),
    );
  }

  get contentOutside(): string {
    return `  ${this.word}  outside,\n\n\t${explained} \u{1f331} \u00e9 e\u0301`;
  }

  /** Transactions spent so far. */
  get spent(): number {
    return this.#made;
  }

  all(): Promise<PlainMemory[]> {
    return Promise.all([this.outside(), this.untagged(), this.inside()]);
  }

  /** Creates a memory that is not shared. */
  async create(body: { content: string; tags?: string[]; collection?: string }): Promise<PlainMemory> {
    const answer = await succeed(this.#context.admin, 'createMemory', { body });
    this.statuses.set('createMemory', answer.status);
    return checkMemory(answer.body);
  }

  /** How requests name a collection. */
  async reference(): Promise<'id' | 'name'> {
    await this.inside();
    return this.#reference ?? 'id';
  }

  async membersOf(id: string): Promise<PlainMemory[]> {
    return memoriesIn(await succeed(this.#context.admin, 'listCollectionMemories', { id: encodeURIComponent(id) }));
  }

  tidy(): Promise<void> {
    return this.#context.tidy();
  }

  async #makeCollection(): Promise<PlacedCollection> {
    const name = `${this.word}, ${explained}`;
    const answer = await this.#context.admin.call('createCollection', { body: { name } });
    this.#context.admin.requireAllowed('createCollection', answer);
    if (answer.status >= 400 && answer.status < 500)
      throw new LeftOpen(`createCollection with { name } is refused: ${answer.status} ${answer.text.slice(0, 200)}`);
    check(answer.status < 300, `createCollection answered ${answer.status} ${answer.text.slice(0, 300)}`);
    this.statuses.set('createCollection', answer.status);
    const fields = (answer.body ?? {}) as Record<string, unknown>;
    if (typeof fields['id'] !== 'string') throw new LeftOpen(`a collection answers no id: ${show(fields)}`);
    return { id: fields['id'], name, fields };
  }

  /** Names the collection by its id or, if that fails, by its name. */
  async #place(fields: { content: string; tags?: string[] }): Promise<PlainMemory> {
    const collection = await this.collection();
    for (const by of this.#reference === undefined ? (['id', 'name'] as const) : [this.#reference]) {
      const answer = await this.#context.admin.call('createMemory', {
        body: { ...fields, collection: collection[by] },
      });
      this.#context.admin.requireAllowed('createMemory', answer);
      if (answer.status >= 400) continue;
      const memory = checkMemory(answer.body);
      if (idsOf(await this.membersOf(collection.id)).includes(memory.id)) {
        this.#reference = by;
        return memory;
      }
      this.astray.push(memory.id);
    }
    check(
      false,
      'a memory that is created with a collection, named by its id or by its name, is not among the memories of that collection',
    );
  }
}

/** Calls `make` once and returns its promise to every caller, a failure too: a retry would fail and cost again. */
function once<T>(make: () => Promise<T>, count: () => void): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) count();
    return (made ??= make());
  };
}
