import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionFailed, ServiceError } from '../../../../src/client/index.ts';
import { createNotices, type Notices } from '../../../../src/ui/state/notices.ts';
import { translator } from '../../../../src/ui/i18n/translator.ts';

let notices: Notices;
let done: string[];

beforeEach(() => {
  vi.useFakeTimers();
  notices = createNotices(translator());
  done = [];
});

afterEach(() => {
  vi.useRealTimers();
});

const text = () => notices.current.value?.text;
const label = () => notices.current.value?.action?.label;
const undoing = (what: string) => async () => void done.push(what);
const press = () => notices.current.value!.action!.run();

describe('an offer to undo', () => {
  it('lasts ten seconds, and undoes the action', async () => {
    notices.offer('Saved', undoing('save'));
    vi.advanceTimersByTime(9_999);
    expect([text(), label()]).toEqual(['Saved', 'Undo']);
    await press();
    expect(done).toEqual(['save']);
    expect([text(), label()]).toEqual(['Undone', undefined]);
    vi.advanceTimersByTime(4_000);
    expect(text()).toBeUndefined();
  });

  it('ends after ten seconds, also for the keyboard shortcut', async () => {
    notices.offer('Saved', undoing('save'));
    vi.advanceTimersByTime(10_000);
    expect(text()).toBeUndefined();
    await notices.undo();
    expect(done).toEqual([]);
  });

  it('lasts thirty seconds after a change of many memories', async () => {
    notices.offer('Deleted 52 memories', undoing('delete'), { many: true });
    vi.advanceTimersByTime(29_999);
    expect(label()).toBe('Undo');
    vi.advanceTimersByTime(1);
    expect(text()).toBeUndefined();
    await notices.undo();
    expect(done).toEqual([]);
  });

  it('ends when it is closed', async () => {
    notices.offer('Saved', undoing('save'));
    notices.clear();
    await notices.undo();
    expect(done).toEqual([]);
  });

  it('waits while hovered or focused, then lasts ten seconds again', () => {
    notices.offer('Saved', undoing('save'));
    vi.advanceTimersByTime(9_000);
    notices.pause();
    vi.advanceTimersByTime(60_000);
    expect(label()).toBe('Undo');
    notices.resume();
    vi.advanceTimersByTime(9_999);
    expect(label()).toBe('Undo');
    vi.advanceTimersByTime(1);
    expect(text()).toBeUndefined();
  });

  it('undoes the newest action first, then the previous one', async () => {
    notices.offer('Saved', undoing('save'));
    notices.offer('Deleted', undoing('delete'));
    await notices.undo();
    expect(done).toEqual(['delete']);
    expect([text(), label()]).toEqual(['Undone. Before that: Saved', 'Undo']);
    await notices.undo();
    await notices.undo();
    expect(done).toEqual(['delete', 'save']);
    expect([text(), label()]).toEqual(['Undone', undefined]);
  });

  it('stays until the newest offer ends', async () => {
    notices.offer('Saved', undoing('save'));
    vi.advanceTimersByTime(9_000);
    notices.offer('Deleted', undoing('delete'));
    vi.advanceTimersByTime(9_000);
    await notices.undo();
    await notices.undo();
    expect(done).toEqual(['delete', 'save']);
  });

  it('survives notices without undo', async () => {
    notices.offer('Deleted', undoing('delete'));
    notices.say('Copied');
    expect(label()).toBeUndefined();
    await notices.undo();
    expect(done).toEqual(['delete']);
  });

  it('ends once all its memories are deleted for good, but not before', async () => {
    notices.offer('Renamed', undoing('rename'));
    notices.offer('Deleted 2 memories', undoing('delete both'), { memories: ['one', 'two'] });
    notices.offer('Deleted', undoing('delete'), { memories: ['three'] });
    notices.forget('three');
    expect([text(), label()]).toEqual(['Deleted', undefined]);
    notices.forget('one');
    await notices.undo();
    expect(done).toEqual(['delete both']);
    notices.offer('Deleted 2 memories', undoing('delete both again'), { memories: ['one', 'two'] });
    notices.forget('one');
    expect(label()).toBe('Undo');
    notices.forget('two');
    await notices.undo();
    expect(done).toEqual(['delete both', 'rename']);
  });

  it('undoes an action once, even if pressed twice', async () => {
    const gate = Promise.withResolvers<void>();
    notices.offer('Saved', undoing('save'));
    notices.offer('Deleted', () => gate.promise.then(undoing('delete')));
    const pressed = [press(), press(), notices.undo()];
    gate.resolve();
    await Promise.all(pressed);
    expect(done).toEqual(['delete']);
  });

  it('stays and shows the reason if the undo fails, so that the user can retry', async () => {
    let attempts = 0;
    notices.offer('Deleted', async () => {
      if (++attempts < 3) throw new ConnectionFailed('gone');
    });
    await notices.undo();
    vi.advanceTimersByTime(600_000);
    expect(text()).toBe('Commonplace didn’t respond. What you saved is safe on this device.');
    expect(label()).toBe('Undo');
    await press();
    expect(notices.current.value?.tone).toBe('failed');
    await press();
    expect([text(), attempts]).toEqual(['Undone', 3]);
  });

  it.each(['precondition_failed', 'not_found'] as const)(
    'ends if the undo fails with %s, and the previous offer is shown',
    async (code) => {
      const refused = new ServiceError(404, { error: { code, message: 'x' } });
      notices.offer('Saved', undoing('save'));
      notices.offer('Changed', () => Promise.reject(refused));
      await press();
      expect(notices.current.value).toMatchObject({
        text: 'Not undone: it was changed or deleted since. Before that: Saved',
        tone: 'failed',
        action: { label: 'Undo' },
      });
      await notices.undo();
      expect([done, text()]).toEqual([['save'], 'Undone']);
      notices.offer('Changed', () => Promise.reject(refused));
      await press();
      expect([text(), label()]).toEqual(['Not undone: it was changed or deleted since.', undefined]);
      notices.say('Copied');
      await notices.undo();
      expect(text()).toBe('Copied');
    },
  );

  it.each([
    ['the offer’s time ran out', () => vi.advanceTimersByTime(15_000)],
    ['the offer was closed', () => notices.clear()],
  ])('can be retried even if the undo fails after %s', async (_, interrupt) => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let attempts = 0;
    notices.offer('Deleted', () => answers[attempts++]!.promise);
    const first = notices.undo();
    interrupt();
    answers[0]!.reject(new ConnectionFailed('gone'));
    await first;
    expect([notices.current.value?.tone, label()]).toEqual(['failed', 'Undo']);
    const second = press();
    expect(attempts).toBe(2);
    answers[1]!.resolve();
    await second;
    expect(text()).toBe('Undone');
  });
});

describe('a plain notice', () => {
  it('disappears after four seconds', () => {
    notices.say('Copied');
    vi.advanceTimersByTime(3_999);
    expect([text(), label()]).toEqual(['Copied', undefined]);
    vi.advanceTimersByTime(1);
    expect(text()).toBeUndefined();
  });

  it('lasts ten seconds if it reports the result of some work', () => {
    notices.report('Exported 3 memories');
    vi.advanceTimersByTime(9_999);
    expect([text(), label()]).toEqual(['Exported 3 memories', undefined]);
    vi.advanceTimersByTime(1);
    expect(text()).toBeUndefined();
  });
});

describe('a failure', () => {
  const answer = (code: 'storage_full' | 'quota_exceeded', message: string) =>
    new ServiceError(507, { error: { code, message } });

  it.each([
    [
      'there was no response',
      new ConnectionFailed('x'),
      'Commonplace didn’t respond. What you saved is safe on this device.',
    ],
    [
      'the storage is full',
      answer('storage_full', 'x'),
      'This device’s storage is full, so nothing was saved. Free some space, then try again.',
    ],
    [
      'the service says why',
      answer('quota_exceeded', 'All 200 memories of the plan are used.'),
      'All 200 memories of the plan are used.',
    ],
    ['the cause is unknown', new TypeError('x is undefined'), 'Something went wrong. Try again.'],
    ['the failure is already a sentence', 'The browser blocked copying.', 'The browser blocked copying.'],
  ])('is shown as a sentence if %s', (_, failure, sentence) => {
    notices.fail(failure);
    expect(notices.current.value).toEqual({ text: sentence, tone: 'failed' });
  });

  it('lasts until the next notice, and can offer a retry', async () => {
    notices.fail('No.', undoing('retry'));
    vi.advanceTimersByTime(600_000);
    expect(label()).toBe('Try again');
    await press();
    expect(done).toEqual(['retry']);
    notices.say('Copied');
    expect([notices.current.value?.tone, label()]).toEqual(['done', undefined]);
  });
});
