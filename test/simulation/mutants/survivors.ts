/** A mutant that nothing notices, and why it does no harm. */
interface Survivor {
  file: string;
  before: string;
  after: string;
  why: string;
}

export const survivors: Survivor[] = [
  { file: 'plan.ts', before: '...theirs', after: '...{}', why: 'Only fields of the patch are compared.' },
  {
    file: 'plan-push.ts',
    before: 'item.aliasOf !== null',
    after: 'false',
    why: 'Only a copied profile has sent what is a duplicate here, and the other one marks each that arrives later.',
  },
];
