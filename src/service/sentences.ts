import type { z } from 'zod';

const nouns: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formats: Record<string, string> = {
  datetime: 'a time in ISO 8601, such as 2026-01-31T09:30:00Z',
  safeint: 'a whole number',
};

/**
 * The message for a schema issue that has none of its own: the rest of a sentence that begins with the field's name.
 */
export function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in the right format'}`;
    case 'too_small':
      return bounded(issue.origin, `at least ${issue.minimum}`);
    case 'too_big':
      return bounded(issue.origin, `at most ${issue.maximum}`);
    case 'invalid_union':
      return 'must match one of the documented shapes';
    default:
      return undefined;
  }
}

const bounded = (origin: string, bound: string) =>
  origin === 'array' ? `must have ${bound} elements` : `must be ${bound}`;
