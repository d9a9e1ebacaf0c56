/** A mutant that nothing notices, and why it does no harm. */
interface Survivor {
  file: string;
  /** The text of the line where the change begins. */
  line: string;
  before: string;
  after: string;
  why: string;
}

export const survivors: Survivor[] = [
  {
    file: 'plan.ts',
    line: 'fieldsIn(patch).filter((name) => isThere(name, { ...theirs, ...patch }));',
    before: '...theirs',
    after: '...{}',
    why: 'Only fields of the patch are compared.',
  },
  {
    file: 'plan.ts',
    line: 'if (own) for (const name of fieldsIn(own.patch)) adopt(name, base, theirs, mirror, { ...theirs, ...own.patch });',
    before: '...theirs',
    after: '...{}',
    why: 'Only fields of the patch are adopted.',
  },
  {
    file: 'plan-duplicates.ts',
    line: 'const mirror = { ...fields, tags: isOverwritten ? [...new Set([...tags, ...mark])] : tags };',
    before: '...fields',
    after: '...{}',
    why: "Of a duplicate's mirror, only the tags are used.",
  },
  {
    file: 'plan-found.ts',
    line: 'const { item: bound } = planAnswer({ ...item, late, op }, local, { ...remote, fields: created }, rules);',
    before: '...remote',
    after: '...{}',
    why: 'The next line sets the id and the version.',
  },
  {
    file: 'fields.ts',
    line: 'return `${high.toString(16)}.${low.toString(16)}`;',
    before: '16',
    after: '17',
    why: "Hashes are only compared with each other, so their radix doesn't matter.",
  },
  {
    file: 'fields.ts',
    line: 'if (one.length === other.length && one.every((tag, index) => tag === other[index])) return true;',
    before: 'one.length === other.length && one.every((tag, index) => tag === other[index])',
    after: 'false',
    why: 'The line only saves time for equal lists, whose sets of keys are equal too.',
  },
  {
    file: 'merge-text.ts',
    line: 'const [first, second] = one.from < other.from ? [one, other] : [other, one];',
    before: 'one.from < other.from',
    after: '(one.from <= other.from)',
    why: 'Changes to the same line conflict in either order.',
  },
  {
    file: 'merge-text.ts',
    line: 'while (from < base.length && base[from] === text[from]) from++;',
    before: 'from < base.length',
    after: '(from <= base.length)',
    why: 'The mutant differs only for equal texts, which are never merged.',
  },
  {
    file: 'fit.ts',
    line: 'const isTooLong = content.length > limits.contentBytes / 3 && byteLength(content.trimEnd()) > limits.contentBytes;',
    before: 'content.length > limits.contentBytes / 3',
    after: '(content.length >= limits.contentBytes / 3)',
    why: 'The condition only saves counting the bytes of short texts.',
  },
  {
    file: 'fit.ts',
    line: 'const isTooLong = content.length > limits.contentBytes / 3 && byteLength(content.trimEnd()) > limits.contentBytes;',
    before: '3',
    after: '4',
    why: 'The condition only saves counting the bytes of short texts.',
  },
  {
    file: 'fit.ts',
    line: 'const valid = plainTag.test(one) ? one : tag.safeParse(one).data;',
    before: 'plainTag.test(one) ? one : tag.safeParse(one).data',
    after: '(tag.safeParse(one).data)',
    why: 'The condition only saves time for usual tags, which the schema leaves as they are.',
  },
  {
    file: 'plan-push.ts',
    line: 'if (item.aliasOf !== null) return [];',
    before: 'item.aliasOf !== null',
    after: 'false',
    why: 'A duplicate records a create only in a copied profile, and there the other copy marks each later duplicate.',
  },
];
