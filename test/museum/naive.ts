import type { RequestEnvelope } from '../../src/v1/envelope.ts';
import type { Memory, MemoryPage } from '../../src/client/contract.ts';
import { conflictTag } from '../../src/lib/sync.ts';
import type { DeviceHost } from '../simulation/device.ts';
import type { Person } from './person.ts';

interface Row {
  text: string;
  tags: string[];
  /** The id on the server; null if the memory was never sent. */
  remote: string | null;
  changedAt: number;
  isChanged: boolean;
  isTrashed: boolean;
  /** An edit here was overwritten, and the memory has not been opened since. */
  isMarked: boolean;
}

class Died extends Error {}

/**
 * A person whose device has a naive sync engine:
 * - The later time wins.
 * - A memory missing from the list counts as deleted.
 * - An unanswered write is sent again.
 * - The position is stored before the data.
 * - The first error ends the round.
 * - A conflict is marked only until the memory is opened.
 */
export function personWithNaiveSync(number: number, { timeline, transportOf }: DeviceHost): Person {
  let rows: Row[] = [];
  /** The latest `updatedAt` that was read from the server. */
  let readUpTo = 0;
  let skew = 0;
  let isFull = false;
  let diesIn = Infinity;
  const now = () => timeline.now + skew;
  const transport = transportOf(
    number,
    () => true,
    () => {},
  );
  const change = (text: string, to: Partial<Row>) => {
    const row = rows.find((one) => one.text === text && !one.isTrashed);
    if (row) Object.assign(row, to, { changedAt: now(), isChanged: true });
  };

  const tagsOf = (text: string) => rows.find((row) => row.text === text)?.tags ?? [];

  async function send<Answer>(method: RequestEnvelope['method'], path: string, body?: object): Promise<Answer> {
    step();
    const { status, body: text = '' } = await transport({
      commonplace: 1,
      method,
      path: `/v1${path}`,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    step();
    if (status >= 400) throw new Error(`${method} ${path}: ${status}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  function step(): void {
    if (--diesIn <= 0) throw new Died();
  }

  function write(work: () => void): void {
    step();
    if (isFull) throw new Error('The disk is full.');
    work();
  }

  async function pull(): Promise<void> {
    const onServer: Memory[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const page: MemoryPage = await send('GET', `/memories?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
      onServer.push(...page.memories);
      cursor = page.nextCursor === '' ? null : page.nextCursor;
    }
    const isNew = ({ updatedAt }: Memory) => Date.parse(updatedAt) > readUpTo;
    const fresh = onServer.filter(isNew);
    readUpTo = Math.max(readUpTo, ...onServer.map(({ updatedAt }) => Date.parse(updatedAt)));
    for (const { id, content, tags, updatedAt } of fresh) {
      const changedAt = Date.parse(updatedAt);
      const known = rows.find(({ remote }) => remote === id);
      const received = {
        text: content,
        tags,
        remote: id,
        changedAt,
        isChanged: false,
        isTrashed: false,
        isMarked: known?.isChanged === true,
      };
      if (known === undefined) write(() => rows.push(received));
      else if (changedAt > known.changedAt) write(() => Object.assign(known, received));
    }
    const ids = new Set(onServer.map(({ id }) => id));
    const remaining = rows.filter(({ remote }) => remote === null || ids.has(remote));
    if (remaining.length < rows.length) write(() => (rows = remaining));
  }

  async function push(): Promise<void> {
    for (const row of rows.filter(({ isChanged }) => isChanged)) {
      const body = { content: row.text, tags: row.tags };
      if (row.isTrashed) {
        if (row.remote !== null) await send('DELETE', `/memories/${row.remote}`);
      } else if (row.remote === null) {
        const { id } = await send<Memory>('POST', '/memories', body);
        write(() => (row.remote = id));
      } else await send('PATCH', `/memories/${row.remote}`, body);
      write(() => (row.isChanged = false));
    }
  }

  return {
    save: (text, tags = []) =>
      void rows.push({
        text,
        tags,
        remote: null,
        changedAt: now(),
        isChanged: true,
        isTrashed: false,
        isMarked: false,
      }),
    edit: (text, to) => change(text, { text: to }),
    tag: (text, tag) => change(text, { tags: [...tagsOf(text), tag] }),
    untag: (text, tag) => change(text, { tags: tagsOf(text).filter((one) => one !== tag) }),
    trash: (text) => change(text, { isTrashed: true }),
    open: (text) => {
      for (const row of rows) if (row.text === text) row.isMarked = false;
    },
    sync: () =>
      void pull()
        .then(push)
        .catch((error: unknown) => {
          if (error instanceof Died) diesIn = Infinity;
        }),
    dieAfter: (steps) => void (diesIn = steps),
    setClock: (aheadMs) => void (skew = aheadMs),
    setDiskFull: (full) => void (isFull = full),
    shown: () =>
      rows
        .filter(({ isTrashed }) => !isTrashed)
        .map(({ text, tags, isMarked }) => ({ text, tags: isMarked ? [...tags, conflictTag] : tags })),
    kept: () => rows.map(({ text }) => text),
  };
}
