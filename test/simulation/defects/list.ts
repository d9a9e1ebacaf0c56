/** A seeded defect: a change to the source that some schedule must detect. */
export interface Defect {
  name: string;
  /** The changed file, below src/sync. */
  file: string;
  find: string;
  replace: string;
}

const defect = (name: string, file: string, find: string, replace: string): Defect => ({ name, file, find, replace });

/**
 * Typical mistakes of sync engines. For each, at least one of 10,000 schedules must violate a property (P1 to P14 in
 * docs/sync.md).
 */
export const defects: Defect[] = [
  defect('the last writer wins', 'plan.ts', 'return { ...taken, conflicts: !isCopy };', 'return taken;'),
  defect('a replaced text is not kept', 'plan.ts', 'version: lost ? ours : null,', 'version: null,'),
  defect(
    'a text that only another device edited is not kept',
    'plan.ts',
    'version: lost ? ours : null,',
    'version: lost && content.conflicts ? ours : null,',
  ),
  defect(
    'a replaced title is not kept',
    'plan.ts',
    '!sameTags(fits.tags, [...fits.tags, ...ours.tags]) ||\n    losesAddress(ours, fits);',
    '!sameTags(fits.tags, [...fits.tags, ...ours.tags]);',
  ),
  defect(
    'the whole record of the server replaces the tags here',
    'plan.ts',
    'tags: applyTagChanges(base.tags, theirs.tags, ours.tags),',
    'tags: theirs.tags,',
  ),
  defect(
    'a deletion wins over an edit',
    'plan.ts',
    'merged.deleted = theirs.deleted && !(weEdited && !ours.deleted && !content.conflicts);',
    'merged.deleted = theirs.deleted;',
  ),
  defect(
    'an edit there does not bring back what was deleted here',
    'plan.ts',
    'if (ours.deleted && theyEdited && !theirs.deleted) merged.deleted = newMirror.deleted = false;\n  else ',
    '',
  ),
  defect(
    'base is what was sent, not what was returned',
    'plan.ts',
    'const theirs = remote?.fields ?? { ...base, ...op.patch };',
    'const theirs = { ...base, ...op.patch };',
  ),
  defect(
    'what the server rewrites counts as an edit',
    'plan.ts',
    'const mirror = { ...(item.mirror ?? item.base!) };',
    'const mirror = { ...item.base! };',
  ),
  defect(
    'a write that got no answer is not recognised',
    'plan.ts',
    'for (const name of there) adopt(name, base, theirs, mirror, local);',
    '',
  ),
  defect('a late write of our own counts as an edit', 'plan.ts', "kind === 'patch' && !isSpent", 'false'),
  defect('a late twin is shown', 'plan-found.ts', 'late.some(\n', '([] as LateWrite[]).some(\n'),
  defect(
    'a create without an answer is never found again',
    'plan-found.ts',
    'if (op) return',
    'if (op && rules.now < 0) return',
  ),
  defect(
    'an edit during the request counts as sent',
    'plan.ts',
    'adopt(name, base, theirs, mirror, op.local);',
    'adopt(name, base, theirs, mirror, local ?? op.local);',
  ),
  defect(
    'a write in doubt is forgotten',
    'carry-out.ts',
    '&& isRepeat))\n    await keepInDoubt(round, item.id, op);',
    '&& isRepeat))\n    await forget(round, item.id, op);',
  ),
  defect(
    'a write is sent again under another key',
    'carry-out.ts',
    'idempotencyKey: op.key',
    'idempotencyKey: round.parts.newKey()',
  ),
  defect(
    'a batch without an answer counts as not carried out',
    'carry-out.ts',
    "await (result.kind === 'in doubt' ? keepInDoubt(round, item.id, op) : forget(round, item.id, op));",
    'await forget(round, item.id, op);',
  ),
  defect(
    'a write of a batch takes the result of another',
    'carry-out.ts',
    'result.answer[index]!',
    'result.answer.at(-1)!',
  ),
  defect('a write is sent before it is recorded', 'carry-out.ts', 'await writer.putItem({ ...item, op });\n', ''),
  defect('no version is checked', 'carry-out.ts', '{ ifVersion: item.version } : {};', '{} : {};'),
  defect(
    'a missing memory counts as deleted at once',
    'sweep.ts',
    'if (item === undefined || item.missing.sweeps < 2) return;',
    'if (item === undefined) return;\n  return store.write((writer) => applyGone(writer, round, item, duplicates));',
  ),
  defect('the feed moves on without its changes', 'changes.ts', 'await applyPage(round, page);\n', ''),
  defect('only the first page of the list is read', 'read-all.ts', 'page.isLast ?? (', 'page.isLast ?? (true || '),
  defect('a pause is forgotten', 'send.ts', "if (all > now && now >= setAt) throw new Stop('paused');", ''),
  defect('the wait is read as milliseconds', 'send.ts', 'seconds * 1_000', 'seconds'),
  defect(
    'the first of several changes here is not noted',
    'scan.ts',
    'for (const { row } of changes) await note(writer, round, row.id);',
    'for (const { row } of changes.slice(1)) await note(writer, round, row.id);',
  ),
  defect(
    'the position in the store’s feed is recorded before its changes',
    'scan.ts',
    'await store.write(async (writer) => {\n      await writer.load',
    'await store.write((writer) => writer.putLink(link));\n    await store.write(async (writer) => {\n      await writer.load',
  ),
  defect('one bad item stops the list', 'read-all.ts', 'if (lenient) return lenient;', ''),
  defect(
    'a failed write stops the others',
    'push.ts',
    'for (const { item, write } of items) {',
    'for (const { item, write } of items.slice(0, 1)) {',
  ),
  defect(
    'lines that arrived without an answer are added again',
    'merge-text.ts',
    '...(shared === -1 ? [] : one.lines.slice(shared))',
    '...one.lines',
  ),
  defect('a server that differs is not read again', 'verify.ts', 'if (!isSame) await startOver(round);', ''),
  defect(
    'a deletion is accepted before it is known what the server offers',
    'round.ts',
    "if (client.extensions === undefined) throw new Stop('unreachable');",
    '',
  ),
  defect(
    'a list of bad items stops sync',
    'read-all.ts',
    'if (!Array.isArray(memories)) return null;',
    'if (!Array.isArray(memories) || memories.length < 2) return null;',
  ),
  defect(
    'collections of the same name are created again',
    'pair-collections.ts',
    'ofName.get(nameKey(name)) ?? singles.get(nameKey(name))',
    'ofName.get(nameKey(name))',
  ),
  defect(
    'an idle round reads more than the feed',
    'verify.ts',
    'isAsked ? await compareDigests(round) : null',
    'await compareDigests(round)',
  ),
  defect(
    'an item of the feed that isn’t a memory stops sync',
    'changes.ts',
    'thrown instanceof MalformedResponse ? readLeniently(body) : null',
    'null as FeedPage | null',
  ),
  defect('an idle round writes', 'changes.ts', 'if (page.since !== round.link.since)', "if (page.since !== '')"),
  defect('a deleted collection keeps its name there', 'push.ts', 'if (await sendDeletions(round))', 'if (false)'),
  defect(
    'a write that was denied once can no longer arrive',
    'push.ts',
    '({ ...one, op: null, late: withLate(one.late, op) })',
    '({ ...one, op: null })',
  ),
  defect('a device that only sends takes edits', 'plan.ts', 'if (!rules.pulls)\n', 'if (rules.now < 0)\n'),
  defect(
    'a text is mistaken for one with more lines that was sent later',
    'plan-found.ts',
    'foundBySending(unbound, remote, rules, isWhole)',
    'foundBySending(unbound, remote, rules, (sent, it) => isWhole(sent, it) || isCut(sent, it))',
  ),
  defect('another account is mistaken for the known one', 'confirm.ts', 'known.size * knownShare', '0'),
  defect(
    'a write sent without a key is sent again with a key',
    'carry-out.ts',
    'token: rules.keyToken,',
    'token: round.parts.token,',
  ),
  defect(
    'a proof is claimed although a memory differs',
    'verify.ts',
    'if (isDifferent(item, row, untaken)) differentHere.push(item.id);',
    '',
  ),
  defect(
    'a proof is claimed although the list lacks a memory',
    'verify.ts',
    'hash === undefined ? !base.deleted : hash !== hashOf(base, rules)',
    'hash !== undefined && hash !== hashOf(base, rules)',
  ),
  defect(
    'an outage counts as failed attempts',
    'push.ts',
    "if (op.token !== null || op.kind === 'delete') await requireAnswer(round);",
    '',
  ),
  defect(
    'a gateway’s answer shows what the server offers',
    'parts.ts',
    "parts.client.extensions?.size === 0 && link.offers !== '' && !hasAnswered",
    'false',
  ),
];
