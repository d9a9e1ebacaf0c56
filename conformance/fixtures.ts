import type { Context } from './context.ts';
import { check, show } from './expect.ts';
import { newWord } from './new-word.ts';
import { checkMemory, idsOf, LeftOpen, memoriesIn, succeed, type PlainMemory } from './plain.ts';

interface Placed {
  id: string;
  name: string;
  /** As it was answered. */
  fields: Record<string, unknown>;
}

/** What a person who meets it should know. */
const explained = 'made by a conformance test of the v1 Memory Service, may be deleted';

/**
 * What plain cases look at, each made when a case first asks for it and once in a run: a server without DELETE keeps all of it,
 * and a free plan pays for it. Four transactions in all.
 */
export class Shelf {
  /** In every memory of the shelf, and in no other. */
  readonly word = newWord();
  /** On those that are tagged. */
  readonly tag = newWord();
  /** The statuses with which they were created. */
  readonly statuses = new Map<string, number>();
  /** Memories that were meant for the collection and went elsewhere, since the request named it the wrong way. */
  readonly astray: string[] = [];
  readonly collection: () => Promise<Placed>;
  /** Tagged, in no collection; its content has white space of every kind, at its ends too. */
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
    const once = <T>(make: () => Promise<T>) => keeping(make, () => this.#made++);
    this.collection = once(() => this.#makeCollection());
    this.outside = once(() => this.create({ content: this.contentOutside, tags: [this.tag, 'two words'] }));
    this.inside = once(() => this.#place({ content: `${this.word} inside, ${explained}`, tags: [this.tag] }));
    this.untagged = once(() =>
      this.inside().then(() => this.#place({ content: `${this.word} untagged, ${explained}` })),
    );
  }

  get contentOutside(): string {
    return `  ${this.word}  outside,\n\n\t${explained} \u{1f331} \u00e9 e\u0301`;
  }

  /** How many transactions it has cost; what it holds costs no second time. */
  get spent(): number {
    return this.#made;
  }

  all(): Promise<PlainMemory[]> {
    return Promise.all([this.outside(), this.untagged(), this.inside()]);
  }

  /** Creates a memory of one that is not on the shelf. */
  async create(body: { content: string; tags?: string[]; collection?: string }): Promise<PlainMemory> {
    const answer = await succeed(this.#context.admin, 'createMemory', { body });
    this.statuses.set('createMemory', answer.status);
    return checkMemory(answer.body);
  }

  /** What a request names the collection by. */
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

  async #makeCollection(): Promise<Placed> {
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

  /** Names the collection by its id and, where that does not work, by its name. */
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

/** The first call's promise, to every caller: what failed once would fail again, and cost again. */
function keeping<T>(make: () => Promise<T>, count: () => void): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) count();
    return (made ??= make());
  };
}
