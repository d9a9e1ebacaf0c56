/** A mutant that nothing notices, and why it does no harm. */
interface Survivor {
  file: string;
  before: string;
  after: string;
  why: string;
}

export const survivors: Survivor[] = [
  { file: 'plan.ts', before: '...theirs', after: '...{}', why: 'Only fields of the patch are compared.' },
  { file: 'plan.ts', before: '...fields', after: '...{}', why: 'Of what stands for a duplicate, only the tags count.' },
  { file: 'fields.ts', before: '16', after: '17', why: 'Prints are compared with one another alone.' },
  {
    file: 'fields.ts',
    before: 'one.length === other.length && one.every((tag, index) => tag === other[index])',
    after: 'false',
    why: 'It is faster for equal lists; the sets of their keys are equal too.',
  },
  {
    file: 'merge-text.ts',
    before: 'one.from < other.from',
    after: '(one.from <= other.from)',
    why: 'Changes of the same line conflict in either order.',
  },
  {
    file: 'merge-text.ts',
    before: 'from < base.length',
    after: '(from <= base.length)',
    why: 'It differs for equal texts alone, which nobody merges.',
  },
  {
    file: 'fit.ts',
    before: 'content.length > limits.contentBytes / 3',
    after: '(content.length >= limits.contentBytes / 3)',
    why: 'It only saves counting the bytes of short texts.',
  },
  { file: 'fit.ts', before: '3', after: '4', why: 'It only saves counting the bytes of short texts.' },
  {
    file: 'fit.ts',
    before: 'plainTag.test(one) ? one : tag.safeParse(one).data',
    after: '(tag.safeParse(one).data)',
    why: 'It is faster for usual tags, which the schema leaves as they are.',
  },
  {
    file: 'plan-push.ts',
    before: 'item.aliasOf !== null',
    after: 'false',
    why: 'Only a copied profile has sent what is a duplicate here, and the other one marks each that arrives later.',
  },
];
