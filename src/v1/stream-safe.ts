import { limits } from './limits.ts';

/** Half-width voicing marks count as marks: they are letters, but NFKC turns them into marks. */
const marks = String.raw`\p{M}\uFF9E\uFF9F`;
/** One more than the allowed number of marks in a row. */
const tooMany = limits.combiningMarks + 1;
const tooManyMarks = new RegExp(`[${marks}]{${tooMany}}`, 'u');
/** Matches exactly `tooMany` marks, because a longer match could overflow the stack. */
const everyTooManyMarks = new RegExp(`([${marks}]{${tooMany}})`, 'u');
/** Matches a run with the most marks allowed, or more. The group is the part that may stay. */
const runOfMarks = new RegExp(`([${marks}]{${limits.combiningMarks}})[${marks}]*`, 'gu');
/** Whether one UTF-16 unit may belong to a mark. */
const mayBeMark = new RegExp(String.raw`[${marks}\p{Cs}]`, 'u');

/** False for a text that is slow to normalise. Check the text's length first. */
export function isStreamSafe(value: string): boolean {
  return !tooManyMarks.test(value);
}

/** Removes excess marks. Only for short texts, because a long run of marks could overflow the stack. */
export function withFewerMarks(text: string): string {
  return text.replaceAll(runOfMarks, '$1');
}

/**
 * The text in a normal form, in linear time. A stream-safe text gets the form of `normalize`. In any other text, each
 * group of 31 marks in a row stays unchanged, and the parts between these groups are normalised. In that case, texts
 * with equal results are equivalent, but equivalent texts may have different results.
 */
export function normalised(text: string, form: 'NFC' | 'NFKC'): string {
  if (!mayHaveTooManyMarks(text) || isStreamSafe(text)) return text.normalize(form);
  return text
    .split(everyTooManyMarks)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('');
}

/**
 * Tests only every `tooMany`-th UTF-16 unit of the text: each run of too many marks contains one of them. For most
 * texts, this takes a fraction of the time of `isStreamSafe`.
 */
function mayHaveTooManyMarks(text: string): boolean {
  for (let at = tooMany - 1; at < text.length; at += tooMany) if (mayBeMark.test(text[at]!)) return true;
  return false;
}
