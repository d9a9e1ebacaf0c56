import type { SyncDecision, SyncQuestion } from '../lib/sync.ts';
import type { SyncLink, SyncStore } from '../service/ports/sync.ts';
import { sameText } from './fields.ts';
import { Stop } from './failures.ts';
import { readItems } from './pages.ts';
import { updateLink, type Round, type SyncParts } from './parts.ts';
import { readAll, readListPage } from './read-all.ts';
import { isMemory, type AnyMemory } from './remote.ts';

/** A new address or token counts as the same account if at least this share of the known memories is found there. */
const knownShare = 0.9;

/** A link to a server before the first sync. */
export const newLink = ({ address, token }: Pick<SyncParts, 'address' | 'token'>): SyncLink => ({
  address,
  token,
  mode: 'merge',
  collections: null,
  confirmed: true,
  question: null,
  absence: 'ask',
  offers: '',
  seq: 0,
  since: null,
  swept: false,
});

/**
 * Another address or token may lead to another account. No memory is written on either side until enough of the known
 * memories are found there, or the user has decided.
 */
export async function confirm(round: Round): Promise<void> {
  const { store, scratch, address, token } = round.parts;
  if (round.link.address !== address || round.link.token !== token) {
    await scratch.dropSweep();
    await scratch.putPauses({ all: 0, writes: 0, setAt: 0 });
    await updateLink(round, {
      address,
      token,
      confirmed: false,
      question: null,
      since: null,
      swept: false,
      longest: 0,
      rewrites: undefined,
      mayWrite: undefined,
      isLimited: undefined,
    });
  }
  if (round.link.confirmed) return;
  const { texts: known, isNew } = await knownTexts(store);
  const found = known.size === 0 ? 0 : await countFound(round, known);
  const isSame = known.size === 0 ? isNew : found >= known.size * knownShare;
  await updateLink(round, {
    confirmed: isSame,
    question: isSame ? null : { kind: 'other-account', known: known.size, found },
  });
  if (!isSame) throw new Stop('question');
}

/**
 * The last known text of each memory on the server, by the memory's id there. Omits deleted memories. `isNew`: no
 * memory is known there, not even a deleted one.
 */
async function knownTexts(store: SyncStore): Promise<{ texts: Map<string, string>; isNew: boolean }> {
  const texts = new Map<string, string>();
  let isNew = true;
  for await (const { remote, base } of readItems(store, (items) => items)) {
    if (remote === null || base === null) continue;
    isNew = false;
    if (!base.deleted) texts.set(remote, base.content);
  }
  return { texts, isNew };
}

/**
 * Counts the known memories that the server has with the same text. If the round stops, a later one goes on from there.
 */
async function countFound(round: Round, known: ReadonlyMap<string, string>): Promise<number> {
  const isKnown = ({ id, content }: AnyMemory) => known.has(id) && sameText(known.get(id)!, content);
  const done = await readAll(round, 'confirm', {
    readPage: readListPage,
    take: async (memories) =>
      new Map(
        memories
          .filter(isMemory)
          .filter(isKnown)
          .map(({ id }) => [id, '']),
      ),
  });
  if (done === null) throw new Stop('unreachable');
  await round.parts.scratch.dropSweep();
  return done.seen.size;
}

/**
 * The question that the user must answer now. A question about another address or token than the present one is
 * obsolete: the user may have gone back to the first account.
 */
export function openQuestion(
  { question, ...link }: SyncLink,
  { address, token }: Pick<SyncParts, 'address' | 'token'>,
): SyncQuestion | null {
  const isObsolete = question?.kind === 'other-account' && (link.address !== address || link.token !== token);
  return isObsolete ? null : question;
}

const decisions: Record<SyncQuestion['kind'], readonly SyncDecision[]> = {
  'other-account': ['same', 'new', 'again'],
  'mass-absence': ['delete', 'keep', 'again'],
};

/**
 * Carries out the user's decision if it answers the open question. Otherwise ignores it, for example if the user
 * pressed a button twice.
 */
export async function decide({ store, address, token }: SyncParts, decision: SyncDecision): Promise<void> {
  await store.write(async (writer) => {
    const link = await writer.link();
    const question = link && openQuestion(link, { address, token });
    if (!question || !decisions[question.kind].includes(decision)) return;
    if (decision === 'new') {
      await writer.forgetServer();
      return writer.putLink({ ...newLink({ address, token }), mode: link.mode, collections: link.collections });
    }
    await writer.putLink({
      ...link,
      question: null,
      confirmed: link.confirmed || decision === 'same',
      absence: decision === 'keep' || decision === 'delete' ? decision : link.absence,
      // The next round reads the whole server: to carry out the decision, or because the last list may be incomplete.
      since: null,
    });
  });
}
