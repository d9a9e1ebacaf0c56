import type { Model, Passage } from '../../../service/ports/embedder.ts';
import type { ChangeFeed } from '../../../service/ports/keyword-index.ts';
import type { Sql, SqlDatabase, SqlValue } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import { embeddedText, hashOf, textHashString } from '../../vector/embedded-text.ts';
import { lockOwner } from '../follow/owner.ts';
import { formOf, storedModel } from './vector-tables.ts';
import { hex } from '../../../lib/hash.ts';
import { vectorColumns } from './windows.ts';

/** A memory to index, reserved for this process until the claim expires. */
export interface Claim {
  owner: Owner;
  memory: string;
  seq: number;
  textHash: string;
}

/** The queue of all owners' memories to index, shared by any number of processes. */
export interface IndexingQueue {
  /**
   * Claims at most `most` memories, the newest of the owner whose turn it is. None if there is nothing to claim or the
   * tables are for another model. Claims expire, so the memories of a process that dies can be claimed again.
   */
  claim(most: number): Promise<Claim[]>;
  /**
   * The text to embed, and the offset of the content in it. Undefined if the memory was deleted or the text has changed
   * since the claim. May also be undefined if another field has changed.
   */
  textOf(claim: Claim, feed: ChangeFeed): Promise<{ text: string; contentStart: number } | undefined>;
  /**
   * Stores all vectors of a memory and returns true. Stores nothing and returns false if the queue no longer has the
   * memory with this text, or if the model has changed.
   * @throws RangeError if a vector contains a value that isn't finite
   */
  keep(claim: Claim, contentStart: number, passages: Passage[]): Promise<boolean>;
  /** Marks a memory that the model can't embed, so that it isn't claimed again. */
  setAside(claim: Claim): Promise<void>;
  release(claim: Claim): Promise<void>;
}

/** `claimMs`: after how many milliseconds a claim expires; much longer than indexing a memory takes. */
export function indexingQueue(database: SqlDatabase, model: Pick<Model, 'id'>, claimMs = 60_000): IndexingQueue {
  const form = formOf(database);
  /** The owner served last: owners take turns, in order of their ids. */
  let served: Owner = '';

  async function nextOwner(): Promise<Owner | undefined> {
    const after = (owner: Owner) =>
      database.query<{ owner: Owner }>(
        'select owner from search_unread where not set_aside and claimed_until < now() and owner > $1 order by owner limit 1',
        [owner],
      );
    const [next] = [...(await after(served)), ...(served === '' ? [] : await after(''))];
    return next?.owner;
  }

  /** A write that a crash may undo: the memory is then claimed again. */
  const relaxed = <Row extends object>(statement: string, values: SqlValue[]): Promise<Row[]> =>
    database.transaction('relaxed write', (sql) => sql.query<Row>(statement, values));

  const claimValues = (claim: Claim) => [claim.owner, claim.memory, claim.textHash];
  const isClaimed = 'owner = $1 and memory = $2 and text_hash = $3';

  return {
    async claim(most) {
      if ((await storedModel(database, form)) !== model.id) return [];
      const owner = await nextOwner();
      if (owner === undefined) return [];
      served = owner;
      return relaxed<Claim>(
        `update search_unread u set claimed_until = now() + $2 * interval '1 millisecond'
        from (
          select owner, memory from search_unread where owner = $1 and not set_aside and claimed_until < now()
          order by created_at desc, memory desc limit $3 for update skip locked
        ) c join search_memories m using (owner, memory)
        where u.owner = c.owner and u.memory = c.memory
        returning u.owner, u.memory, m.seq, u.text_hash as "textHash"`,
        [owner, claimMs, most],
      );
    },
    async textOf({ memory, seq, textHash }, feed) {
      const [change] = await feed.changes(seq - 1, 1);
      if (change?.kind !== 'memory' || change.row.id !== memory) return undefined;
      const embedded = embeddedText(change.row);
      return textHashString(hashOf(embedded)) === textHash ? embedded : undefined;
    },
    async keep(claim, contentStart, passages) {
      if (!passages.every(({ vector }) => vector.every(Number.isFinite)))
        throw new RangeError('A vector contains a value that is not finite.');
      const inContent = (offset: number) => Math.max(0, offset - contentStart);
      const windows = passages.map((passage, index) => ({
        index,
        starts: inContent(passage.start),
        ends: inContent(passage.end),
        tokens: passage.tokens ? hex(passage.tokens) : null,
        ...vectorColumns[form].of(passage),
      }));
      return database.transaction('relaxed write', async (sql) => {
        await lockOwner(sql, claim.owner);
        if ((await storedModel(sql, form)) !== model.id) return false;
        const claimed = await sql.query(
          `delete from search_unread where ${isClaimed} returning memory`,
          claimValues(claim),
        );
        if (claimed.length === 0) return false;
        await dropWindows(sql, claim);
        await putWindows(sql, claim, windows);
        return true;
      });
    },
    async setAside(claim) {
      await relaxed(`update search_unread set set_aside = true where ${isClaimed}`, claimValues(claim));
    },
    async release(claim) {
      await relaxed(`update search_unread set claimed_until = '-infinity' where ${isClaimed}`, claimValues(claim));
    },
  };

  async function dropWindows(sql: Sql, { owner, memory }: Claim): Promise<void> {
    const dropped = await sql.query('delete from search_windows where owner = $1 and memory = $2 returning place', [
      owner,
      memory,
    ]);
    if (dropped.length > 0)
      await sql.query('update search_owners set windows = windows - $2 where owner = $1', [owner, dropped.length]);
  }

  async function putWindows(sql: Sql, { owner, memory }: Claim, windows: object[]): Promise<void> {
    const { names, from } = vectorColumns[form];
    await sql.query(
      `insert into search_windows (owner, memory, place, starts, ends, created_at, source, collection, tag_keys, site, graphed, tokens, ${names})
      select m.owner, m.memory, g.index, g.starts, g.ends, m.created_at, m.source, m.collection, m.tag_keys, m.site, o.graphed, decode(g.tokens, 'hex'), ${from}
      from json_to_recordset($3::json) as g (index int, starts int, ends int, tokens text, ${names
        .split(', ')
        .map((name) => `${name} text`)
        .join()})
      join search_memories m on m.owner = $1 and m.memory = $2 join search_owners o on o.owner = m.owner`,
      [owner, memory, JSON.stringify(windows)],
    );
    await sql.query('update search_memories set windows = $3 where owner = $1 and memory = $2', [
      owner,
      memory,
      windows.length,
    ]);
    await sql.query('update search_owners set windows = windows + $2 where owner = $1', [owner, windows.length]);
  }
}
