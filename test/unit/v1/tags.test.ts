import { describe, expect, it } from 'vitest';
import { tags } from '../../../src/v1/schemas/memory.ts';

describe('a list of tags', () => {
  it('keeps the first of those with one key, in its place and spelling', () => {
    expect(tags.parse(['Blue', ' red ', 'BLUE', 'Red', 'ＢＬＵＥ', 'green'])).toEqual(['Blue', 'red', 'green']);
  });

  it('may repeat a few tags as often as a body holds', () => {
    const repeated = Array.from({ length: 30_000 }, (_, place) => `t${place % 32}`);
    expect(tags.parse(repeated)).toHaveLength(32);
  });

  it('is refused with more different tags, as many as a body holds, while it still matters', () => {
    const different = Array.from({ length: 30_000 }, (_, place) => `t${place}`);
    expect(tags.safeParse(different).success).toBe(false);
  });
});
