import type { Branch } from './worker.ts';

/** A branch of the planner that no schedule reaches, and why. */
interface OutOfReach extends Branch {
  why: string;
}

const chosen = 'In the simulation, every collection is chosen for sync.';
const unfit = 'The simulated servers have no text that can’t be stored here.';
const erased = 'No simulated server deletes for good, and a memory is rarely deleted here at the same time.';
const refused = 'The simulated servers refuse no memory.';

export const outOfReach: OutOfReach[] = [
  {
    line: 'plan.ts: : { ours: ours.content, mirror: mirror.content, conflicts: false };',
    code: ': { ours: ours.content, mirror: mirror.content, conflicts: false }',
    why: unfit,
  },
  {
    line: 'plan.ts: const tags = fields.tags.length < limits.tags ? [...fields.tags, conflictTag] : fields.tags;',
    code: ': fields.tags',
    why: 'Simulated users add few tags.',
  },
  {
    line: 'plan.ts: if (op === null) throw new Error(`Nothing was sent for ${item.id}`);',
    code: 'throw new Error(`Nothing was sent for ${item.id}`);',
    why: 'It would be a mistake of the caller.',
  },
  {
    line: 'plan.ts: if (local === null) return { item: { ...unbound, mirror }, local: null, version: null, copy: null };',
    code: 'return { item: { ...unbound, mirror }, local: null, version: null, copy: null };',
    why: erased,
  },
  {
    line: 'plan.ts: return { item: unbound, local: local.deleted ? null : { ...local, deleted: true }, version: null, copy: null };',
    code: '? null',
    why: erased,
  },
  {
    line: "plan-found.ts: if (why !== null) return { kind: 'unfit', why };",
    code: "return { kind: 'unfit', why };",
    why: unfit,
  },
  {
    line: "plan-found.ts: return isInScope(fields, rules) ? { kind: 'new', fields: fitHere(fields) } : { kind: 'ignore' };",
    code: ": { kind: 'ignore' }",
    why: chosen,
  },
  {
    line: 'plan-found.ts: return { item: withDue(bound, merged, rules), local: sameFields(merged, ours) ? null : merged };',
    code: ': merged',
    why: 'Equal texts that simulated devices find have the same address and title.',
  },
  { line: 'plan-push.ts: if (item.unfit !== null) return null;', code: 'return null;', why: unfit },
  {
    line: 'plan-push.ts: const isRefused = planned !== null && item.refusal !== null && samePatch(item.refusal.patch, planned.patch);',
    code: '&& samePatch(item.refusal.patch, planned.patch)',
    why: refused,
  },
  { line: 'plan-push.ts: refusal: isRefused ? item.refusal : null,', code: '? item.refusal', why: refused },
  {
    line: 'plan-push.ts: return collections === null || (collection !== null && collections.includes(collection));',
    code: '|| (collection !== null && collections.includes(collection))',
    why: chosen,
  },
];

export const isOutOfReach = ({ line, code }: Branch): boolean =>
  outOfReach.some((one) => one.line === line && one.code === code);
