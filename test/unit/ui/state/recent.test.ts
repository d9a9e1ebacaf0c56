import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionFailed } from '../../../../src/client/index.ts';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import {
  unreachable,
  holdResponses,
  connectToService,
  passThrough,
  stopTime,
  type TestConnection,
} from '../connection.ts';

let connection: TestConnection;
let results: Results;

beforeEach(() => {
  stopTime();
  connection = connectToService();
  results = createResults(connection.client);
});

afterEach(() => {
  vi.useRealTimers();
});

const texts = () => results.view.value?.memories.map(({ content }) => content);
const save = (content: string) => connection.client.memories.create({ content });
const idOf = (content: string) => results.view.value!.memories.find((memory) => memory.content === content)!.id;

describe('recent memories', () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `note ${from - index}`);

  async function saveNotes(count: number): Promise<void> {
    for (let number = 1; number <= count; number++) await save(`note ${number}`);
  }

  it('are loaded in pages until there are no more', async () => {
    await saveNotes(45);
    await results.ask();
    expect(texts()).toEqual(numbered(45, 26));
    await results.more();
    expect(texts()).toEqual(numbered(45, 6));
    await results.more();
    expect(texts()).toEqual(numbered(45, 1));
    expect(results.view.value?.nextCursor).toBeNull();
    await results.more();
    expect(texts()).toEqual(numbered(45, 1));
  });

  it('keep their number after a refresh', async () => {
    await saveNotes(45);
    await results.ask();
    await results.more();
    await results.refresh();
    expect(texts()).toEqual(numbered(45, 6));
    await results.more();
    expect(texts()).toEqual(numbered(45, 1));
  });

  it('keep their number after a refresh even if they take several requests', async () => {
    await saveNotes(150);
    await results.ask();
    while (results.view.value!.memories.length < 140) await results.more();
    await results.refresh();
    expect(texts()).toEqual(numbered(150, 11));
    await results.more();
    expect(texts()).toEqual(numbered(150, 1));
  });

  it('load each page once, even if requested twice', async () => {
    await saveNotes(45);
    await results.ask();
    await Promise.all([results.more(), results.more()]);
    expect(texts()).toEqual(numbered(45, 6));
  });

  it('stay if the next page can’t be loaded', async () => {
    await saveNotes(25);
    await results.ask();
    connection.handleWith(unreachable);
    await expect(results.more()).rejects.toBeInstanceOf(ConnectionFailed);
    expect(texts()).toEqual(numbered(25, 6));
    connection.handleWith(passThrough);
    await results.more();
    expect(texts()).toEqual(numbered(25, 1));
  });

  it('don’t add a page to the results of a search that began while the page was loading', async () => {
    await saveNotes(25);
    await results.ask();
    const answers = holdResponses();
    connection.handleWith(answers.handler);
    const more = results.more();
    connection.handleWith(passThrough);
    results.type('25');
    vi.advanceTimersByTime(60);
    await connection.untilIdle(1);
    answers.release(0);
    await more;
    expect(texts()).toEqual(['note 25']);
  });

  it('are reloaded if all shown memories were deleted, since older memories may exist', async () => {
    await saveNotes(21);
    await results.ask();
    for (const text of numbered(21, 2)) {
      const id = idOf(text);
      await connection.client.memories.delete(id);
      await results.remove(id);
    }
    expect(texts()).toEqual(['note 1']);
  });

  it('distinguish a never used library from an emptied library', async () => {
    await results.ask();
    expect(results.view.value).toMatchObject({ memories: [], neverSaved: true });
    const { id } = await save('one');
    await results.refresh();
    expect(results.view.value).toMatchObject({ neverSaved: false });
    await connection.client.memories.delete(id);
    await results.refresh();
    expect(results.view.value).toMatchObject({ memories: [], neverSaved: false });
  });

  it('replace a single shown memory when the user types, the list is refreshed or that memory is deleted', async () => {
    await saveNotes(2);
    await results.ask();
    const first = results.view.value!.memories[0]!;
    results.showSingle(first);
    expect(results.view.value).toMatchObject({ single: true, memories: [{ content: 'note 2' }] });
    results.type('');
    await connection.untilIdle();
    expect(texts()).toEqual(['note 2', 'note 1']);
    results.showSingle(first);
    await results.refresh();
    expect(texts()).toEqual(['note 2', 'note 1']);
    results.showSingle(first);
    await connection.client.memories.delete(first.id);
    await results.remove(first.id);
    expect(texts()).toEqual(['note 1']);
  });

  it('do not replace a single memory that is shown while the list loads', async () => {
    await saveNotes(1);
    await results.ask();
    const answers = holdResponses();
    connection.handleWith(answers.handler);
    const asking = results.ask();
    results.showSingle(results.view.value!.memories[0]!);
    answers.release(0);
    await asking;
    expect(results.view.value?.single).toBe(true);
  });
});
