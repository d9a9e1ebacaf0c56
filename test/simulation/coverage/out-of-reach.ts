import type { Branch } from './worker.ts';

interface OutOfReach extends Branch {
  why: string;
}

export const outOfReach: OutOfReach[] = [
  {
    line: 'plan.ts: if (op === null) throw new Error(`Nothing was sent for ${item.id}`);',
    code: 'throw new Error(`Nothing was sent for ${item.id}`);',
    why: 'No caller passes an item without a recorded write.',
  },
  {
    line: "plan-push.ts: (samePatch(item.refusal.patch, planned.patch) || (item.refusal.code === mayBeThere && planned.kind === 'create'));",
    code: "&& planned.kind === 'create'",
    why: 'No simulated server rewrites texts beyond recognition (see rewritten-texts.test.ts).',
  },
];

export const isOutOfReach = ({ line, code }: Branch): boolean =>
  outOfReach.some((one) => one.line === line && one.code === code);
