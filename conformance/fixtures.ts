import type { Context } from './context.ts';
import { check, show } from './expect.ts';
import { newWord } from './new-word.ts';
import { checkMemory, idsOf, LeftOpen, memoriesIn, expectAnySuccess, type PlainMemory } from './plain.ts';

interface FixtureCollection {
  id: string;
  name: string;
  /** As the server returned it. */
  fields: Record<string, unknown>;
}

/** Explains a fixture to a user who finds it in their library. */
const explanation = 'made by a conformance test of the v1 Memory Service, may be deleted';

/**
 * The three memories and the collection that plain cases share, each created when a case first needs it. They are
 * shared because a server without DELETE keeps them and each costs a transaction: at most four per run, plus one for
 * each misplaced memory.
 */
export class Fixtures {
  /** A word that is in every fixture and in every misplaced memory, but in no other. */
  readonly word = newWord();
  /** The tag of the tagged fixtures. */
  readonly tag = newWord();
  /** The success status that the server returned for each create operation, by the name of the operation. */
  readonly statuses = new Map<string, number>();
  /**
   * The ids of memories that ended up outside the collection, for example because the request named the collection by
   * id but the server expects its name.
   */
  readonly misplacedIds: string[] = [];
  readonly collection: () => Promise<FixtureCollection>;
  /** Tagged, in no collection. Its content begins with spaces, and has line breaks, a tab and letters beyond ASCII. */
  readonly outside: () => Promise<PlainMemory>;
  /** Tagged, in the collection. */
  readonly inside: () => Promise<PlainMemory>;
  /** Without a tag, in the collection. */
  readonly untagged: () => Promise<PlainMemory>;
  readonly #context: Context;
  #createCalls = 0;
  #reference: 'id' | 'name' | undefined;

  constructor(context: Context) {
    this.#context = context;
    const counting = <T>(make: () => Promise<T>) => once(make, () => this.#createCalls++);
    this.collection = counting(() => this.#makeCollection());
    this.outside = counting(() => this.create({ content: this.contentOutside, tags: [this.tag, 'two words'] }));
    this.inside = counting(() =>
      this.#createInCollection({ content: `${this.word} inside, ${explanation}`, tags: [this.tag] }),
    );
    this.untagged = counting(() =>
      this.inside().then(() => this.#createInCollection({ content: `${this.word} untagged, ${explanation}` })),
    );
  }

  get contentOutside(): string {
    return `  ${this.word}  outside,\n\n\t${explanation} \u{1f331} \u00e9 e\u0301`;
  }

  /** Fixtures requested so far, one transaction each. Doesn't count the transactions of misplaced memories. */
  get spent(): number {
    return this.#createCalls;
  }

  all(): Promise<PlainMemory[]> {
    return Promise.all([this.outside(), this.untagged(), this.inside()]);
  }

  /** Creates a memory, which is deleted with the fixtures. */
  async create(body: { content: string; tags?: string[]; collection?: string }): Promise<PlainMemory> {
    const answer = await expectAnySuccess(this.#context.admin, 'createMemory', { body });
    this.statuses.set('createMemory', answer.status);
    return checkMemory(answer.body);
  }

  /** How the server expects a collection to be named in a request. Creates `inside` to find out. */
  async reference(): Promise<'id' | 'name'> {
    await this.inside();
    return this.#reference ?? 'id';
  }

  async membersOf(id: string): Promise<PlainMemory[]> {
    return memoriesIn(
      await expectAnySuccess(this.#context.admin, 'listCollectionMemories', { id: encodeURIComponent(id) }),
    );
  }

  cleanUp(): Promise<void> {
    return this.#context.cleanUp();
  }

  async #makeCollection(): Promise<FixtureCollection> {
    const name = `${this.word}, ${explanation}`;
    const answer = await this.#context.admin.call('createCollection', { body: { name } });
    this.#context.admin.requireAllowed('createCollection', answer);
    if (answer.status >= 400 && answer.status < 500)
      throw new LeftOpen(`createCollection with { name } is refused: ${answer.status} ${answer.text.slice(0, 200)}`);
    check(answer.status < 300, `createCollection returned ${answer.status} ${answer.text.slice(0, 300)}`);
    this.statuses.set('createCollection', answer.status);
    const fields = (answer.body ?? {}) as Record<string, unknown>;
    if (typeof fields['id'] !== 'string') throw new LeftOpen(`a collection has no id: ${show(fields)}`);
    return { id: fields['id'], name, fields };
  }

  /** Names the collection by its id or, if that fails, by its name. Later calls use only the way that worked. */
  async #createInCollection(fields: { content: string; tags?: string[] }): Promise<PlainMemory> {
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
      this.misplacedIds.push(memory.id);
    }
    check(
      false,
      'the memories of a collection don’t include a memory that was created in it, whether the request named the collection by id or by name',
    );
  }
}

/** Calls `make` once and gives every caller its promise, even a rejected one: a retry would fail and cost again. */
function once<T>(make: () => Promise<T>, count: () => void): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) count();
    return (made ??= make());
  };
}
