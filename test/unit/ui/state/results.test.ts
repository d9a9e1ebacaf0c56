import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../../../src/client/index.ts';
import { createResults, type Results } from '../../../../src/ui/state/results.ts';
import { cut, holding, lineToService, open, stopTime, type Line } from '../line.ts';

let line: Line;
let results: Results;

beforeEach(() => {
  stopTime();
  line = lineToService();
  results = createResults(line.client);
});

afterEach(() => {
  vi.useRealTimers();
});

const texts = () => results.view.value?.memories.map(({ content }) => content);
const save = (content: string) => line.client.memories.create({ content });
const idOf = (content: string) => results.view.value!.memories.find((memory) => memory.content === content)!.id;

/** Types, waits as long as a person pauses, and for all that comes of it; `waiting`: so many requests are held on purpose. */
async function typed(text: string, waiting = 0): Promise<void> {
  results.type(text);
  vi.advanceTimersByTime(60);
  await line.rest(waiting);
}

describe('searching while a person types', () => {
  beforeEach(async () => {
    await save('The boiler is in the cellar');
    await save('The bicycle pump lies in the shed');
    line.sent.length = 0;
  });

  it('asks once for what was typed in one go, a pause after the last letter', async () => {
    for (const text of ['c', 'ce', 'cel']) {
      results.type(text);
      vi.advanceTimersByTime(59);
    }
    await line.rest();
    expect(line.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    await line.rest();
    expect(line.sent.map(({ body }) => JSON.parse(body!).query)).toEqual(['cel']);
    expect(texts()).toEqual(['The boiler is in the cellar']);
  });

  it('shows the answer to what was typed last, whichever comes first', async () => {
    const answers = holding();
    line.be(answers.way);
    results.type('cellar');
    vi.advanceTimersByTime(60);
    results.type('shed');
    vi.advanceTimersByTime(60);
    await line.rest(2);
    expect(answers.held()).toBe(2);
    answers.release(1);
    await line.rest(1);
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
    answers.release(0);
    await line.rest();
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
    expect(results.view.value?.query).toBe('shed');
  });

  it('drops an answer that comes while more is being typed', async () => {
    await typed('shed');
    const answers = holding();
    line.be(answers.way);
    results.type('cellar');
    vi.advanceTimersByTime(60);
    await line.rest(1);
    results.type('cellar x');
    answers.release(0);
    await line.rest();
    expect(results.view.value?.query).toBe('shed');
    expect(results.held.value).toBeUndefined();
  });

  it('takes a word for unfinished until a space follows it', async () => {
    await typed('  bic');
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
    expect(results.view.value?.query).toBe('  bic');
    await typed('cell ');
    expect(JSON.parse(line.sent.at(-1)!.body!).query).toBe('cell ');
  });

  it('goes back to the recent ones at once where the field is emptied, were it but for spaces', async () => {
    await typed('shed');
    results.type(' ');
    await line.rest();
    expect(texts()).toEqual(['The bicycle pump lies in the shed', 'The boiler is in the cellar']);
    expect(results.view.value?.query).toBe('');
  });

  it('shows what went wrong, for which words, and the answer once trying again works', async () => {
    line.be(cut);
    await typed('shed');
    expect(results.shown.value).toEqual({ query: 'shed', failure: expect.any(ConnectionError) });
    expect(results.view.value).toBeUndefined();
    line.be(open);
    await results.refresh();
    expect(texts()).toEqual(['The bicycle pump lies in the shed']);
  });

  it('says that it is slow after a tenth of a second, and no longer once there is an answer', async () => {
    const answers = holding();
    line.be(answers.way);
    results.type('shed');
    vi.advanceTimersByTime(60 + 99);
    expect(results.slow.value).toBe(false);
    vi.advanceTimersByTime(1);
    expect(results.slow.value).toBe(true);
    await line.rest(1);
    answers.release(0);
    await line.rest();
    expect(results.slow.value).toBe(false);
    expect(texts()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(results.slow.value).toBe(false);
  });

  it('says nothing of being slow where more is typed, or the answer comes in time', async () => {
    line.be(holding().way);
    results.type('shed');
    vi.advanceTimersByTime(159);
    results.type('shed x');
    vi.advanceTimersByTime(59);
    expect(results.slow.value).toBe(false);
    line.be(open);
    await typed('cellar', 1);
    vi.advanceTimersByTime(1_000);
    expect(results.slow.value).toBe(false);
  });
});

describe('a list that a person has their hands on', () => {
  beforeEach(async () => {
    await save('one');
    await results.ask();
    results.touch(true);
    await save('two');
  });

  it('stays as it is until they leave it; then the answer that came is shown', async () => {
    await results.ask();
    expect(texts()).toEqual(['one']);
    results.touch(false);
    expect(texts()).toEqual(['two', 'one']);
    expect(results.held.value).toBeUndefined();
  });

  it('shows the answer at once where they ask for it', async () => {
    await results.ask();
    results.release();
    expect(texts()).toEqual(['two', 'one']);
    results.release();
    expect(texts()).toEqual(['two', 'one']);
  });

  it('changes by an act of their own', async () => {
    await results.refresh();
    expect(texts()).toEqual(['two', 'one']);
  });

  it('is left as soon as they type again', async () => {
    await results.ask();
    await typed('two');
    expect(texts()).toEqual(['two']);
    expect(results.held.value).toBeUndefined();
  });

  it('is filled where there was none yet', async () => {
    const fresh = createResults(line.client);
    fresh.touch(true);
    await fresh.ask();
    expect(fresh.view.value?.memories).toHaveLength(2);
  });

  it('does not bring back, by the answer that was held, what was deleted or how it was before a change', async () => {
    await results.ask();
    const one = results.view.value!.memories[0]!;
    results.replace({ ...one, content: 'one, changed' });
    expect(texts()).toEqual(['one, changed']);
    results.touch(false);
    expect(texts()).toEqual(['two', 'one, changed']);
    results.touch(true);
    await results.ask();
    await results.remove(one.id);
    results.touch(false);
    expect(texts()).toEqual(['two']);
  });
});

describe('the recent memories', () => {
  const numbered = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => `note ${from - index}`);

  async function saved(count: number): Promise<void> {
    for (let number = 1; number <= count; number++) await save(`note ${number}`);
  }

  it('come in pages, until there are no more', async () => {
    await saved(45);
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

  it('are not shorter after a refresh', async () => {
    await saved(45);
    await results.ask();
    await results.more();
    await results.refresh();
    expect(texts()).toEqual(numbered(45, 6));
    await results.more();
    expect(texts()).toEqual(numbered(45, 1));
  });

  it('get each page once, however often it is asked for', async () => {
    await saved(45);
    await results.ask();
    await Promise.all([results.more(), results.more()]);
    expect(texts()).toEqual(numbered(45, 6));
  });

  it('keep what they have where the next page can not be had', async () => {
    await saved(25);
    await results.ask();
    line.be(cut);
    await expect(results.more()).rejects.toBeInstanceOf(ConnectionError);
    expect(texts()).toEqual(numbered(25, 6));
    line.be(open);
    await results.more();
    expect(texts()).toEqual(numbered(25, 1));
  });

  it('get no page below a search that began meanwhile', async () => {
    await saved(25);
    await results.ask();
    const answers = holding();
    line.be(answers.way);
    const more = results.more();
    line.be(open);
    await typed('25', 1);
    answers.release(0);
    await more;
    expect(texts()).toEqual(['note 25']);
  });

  it('are read anew where all that are shown were deleted: there may be older ones', async () => {
    await saved(21);
    await results.ask();
    for (const text of numbered(21, 2)) {
      const id = idOf(text);
      await line.client.memories.delete(id);
      await results.remove(id);
    }
    expect(texts()).toEqual(['note 1']);
  });

  it('tell a notebook in which nothing was ever saved from an emptied one', async () => {
    await results.ask();
    expect(results.view.value).toMatchObject({ memories: [], untouched: true });
    const { id } = await save('one');
    await results.refresh();
    expect(results.view.value).toMatchObject({ untouched: false });
    await line.client.memories.delete(id);
    await results.refresh();
    expect(results.view.value).toMatchObject({ memories: [], untouched: false });
  });

  it('come back after a single one was shown, by typing, by a refresh, and where that one is deleted', async () => {
    await saved(2);
    await results.ask();
    const first = results.view.value!.memories[0]!;
    results.single(first);
    expect(results.view.value).toMatchObject({ single: true, memories: [{ content: 'note 2' }] });
    results.type('');
    await line.rest();
    expect(texts()).toEqual(['note 2', 'note 1']);
    results.single(first);
    await results.refresh();
    expect(texts()).toEqual(['note 2', 'note 1']);
    results.single(first);
    await line.client.memories.delete(first.id);
    await results.remove(first.id);
    expect(texts()).toEqual(['note 1']);
  });

  it('do not push aside the single one that was asked for since', async () => {
    await saved(1);
    await results.ask();
    const answers = holding();
    line.be(answers.way);
    const asked = results.ask();
    results.single(results.view.value!.memories[0]!);
    answers.release(0);
    await asked;
    expect(results.view.value?.single).toBe(true);
  });
});
