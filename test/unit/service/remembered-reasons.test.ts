import { expect, test } from 'vitest';
import { rememberedReasons } from '../../../src/service/untrusted/remembered-reasons.ts';
import type { Reason } from '../../../src/service/untrusted/signals.ts';

/** `read`: the texts that the detector has read. */
function remembering(most: number) {
  const read: string[] = [];
  const detect = (text: string): Reason[] => {
    read.push(text);
    return text.startsWith('bad') ? ['conceals'] : [];
  };
  return { read, reasonsOf: rememberedReasons(detect, most) };
}

test('the detector reads a text only once, even if the text is shown several times', () => {
  const { read, reasonsOf } = remembering(1_000);
  for (let time = 0; time < 3; time++) {
    expect(reasonsOf('one', 'bad text')).toEqual(['conceals']);
    expect(reasonsOf('two', 'good text')).toEqual([]);
  }
  expect(read).toEqual(['bad text', 'good text']);
});

test('the detector reads a changed text of the same length again', () => {
  const { reasonsOf } = remembering(1_000);
  expect(reasonsOf('one', 'fair text')).toEqual([]);
  expect(reasonsOf('one', 'bad texts')).toEqual(['conceals']);
  expect(reasonsOf('one', 'fair text')).toEqual([]);
});

test('the detector’s cache forgets the least recently shown texts first', () => {
  const text = 'x'.repeat(300);
  const { read, reasonsOf } = remembering(1_000);
  for (const id of ['one', 'two', 'one', 'three', 'one', 'two']) reasonsOf(id, id + text);
  expect(read.map((each) => each.replace(text, ''))).toEqual(['one', 'two', 'three', 'two']);
});

test('a text longer than the limit empties the detector’s cache', () => {
  const { read, reasonsOf } = remembering(1_000);
  for (const text of ['x'.repeat(2_000), 'x', 'x'.repeat(2_000), 'x']) reasonsOf(text, text);
  expect(read.map(({ length }) => length)).toEqual([2_000, 1, 2_000, 1]);
});
