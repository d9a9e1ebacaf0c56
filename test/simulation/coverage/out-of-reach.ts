import type { Branch } from './worker.ts';

/** A branch of the planner that no schedule reaches, and why. */
interface OutOfReach extends Branch {
  why: string;
}

export const outOfReach: OutOfReach[] = [
  {
    line: 'plan.ts: if (op === null) throw new Error(`Nothing was sent for ${item.id}`);',
    code: 'throw new Error(`Nothing was sent for ${item.id}`);',
    why: 'Only a mistake of the caller would reach it.',
  },
  {
    line: 'plan-found.ts: return { item: withDue(bound, merged, rules), local: sameFields(merged, ours) ? null : merged, version: replaced };',
    code: ': merged',
    why: 'Equal texts that simulated devices find have the same address and title.',
  },
  {
    line: 'plan-found.ts: const replaced = losesAddress(theirs, merged) ? theirs : null;',
    code: '? theirs',
    why: 'Simulated memories have no titles and addresses.',
  },
];

export const isOutOfReach = ({ line, code }: Branch): boolean =>
  outOfReach.some((one) => one.line === line && one.code === code);
