import { unfitness } from '../../src/sync/fit.ts';
import { limits } from '../../src/v1/limits.ts';
import type { Device } from './device.ts';
import type { Action } from './schedule.ts';
import type { ElsewhereKind, Refusals } from './families.ts';
import type { ModelServer, LiveMemory } from './model-server.ts';
import { labelsOf, marksIn, numberOf, type Oracle } from './oracle.ts';
import type { Timeline } from './timeline.ts';

/** The other client's number in marks (the texts that identify writes). No device has this number. */
const otherClient = 9;

const isElsewhere = (kind: Action['kind']): kind is ElsewhereKind => kind.endsWith('elsewhere');

/** Carries out an action of another client of the server. Returns false for any other action. */
export function actElsewhere(
  { kind, pick, dice }: Action,
  {
    server,
    oracle,
    timeline,
    devices,
  }: { server: ModelServer; oracle: Oracle; timeline: Timeline; devices: readonly Device[] },
): boolean {
  if (!isElsewhere(kind)) return false;
  const all = server.liveMemories();
  const known = all[Math.floor(pick * all.length)];
  timeline.note(`another client: ${kind} ${known?.content.slice(0, 60) ?? ''}`);
  if (kind === 'made elsewhere')
    saveElsewhere(server, oracle, { content: textFor(oracle, dice), tags: tagsFor(dice, server) });
  else if (known === undefined || unfitness(known.content) !== null) return true;
  else if (kind === 'edited elsewhere')
    saveElsewhere(
      server,
      oracle,
      dice < 0.4 ? { ...known, tags: tagsFor(dice * 2, server) } : { ...known, ...textOnto(oracle, known, dice) },
      known,
    );
  else if (!isSpared(known, devices)) {
    oracle.erasedElsewhere(known.content);
    oracle.unlabelled(labelsOf(known));
    server.erase(known.id);
  }
  return true;
}

/**
 * Whether the other client must not delete this memory: a device still waits for the answer to some create, or has this
 * text twice. See "Known gaps" in docs/sync.md.
 */
const isSpared = ({ content }: LiveMemory, devices: readonly Device[]): boolean =>
  devices.some(
    ({ disk }) =>
      [...disk.items.values()].some(({ op }) => op?.kind === 'create') ||
      [...disk.memories.values()].filter((row) => row.content === content).length > 1,
  );

function saveElsewhere(
  server: ModelServer,
  oracle: Oracle,
  memory: Parameters<ModelServer['put']>[0],
  before?: LiveMemory,
): void {
  server.put(memory);
  oracle.saved(otherClient, memory.id ?? '', before?.content ?? null, memory.content);
  oracle.unlabelled(before?.tags.filter((tag) => !memory.tags.includes(tag)) ?? []);
}

/** A text with a mark, or at times a text that no device can store. */
function textFor(oracle: Oracle, dice: number): string {
  if (dice > 0.9) return ' ';
  if (dice > 0.75) return 'a text with a \u0000 in it';
  return `note ${oracle.newMark(otherClient)}`;
}

const textOnto = (oracle: Oracle, { content }: LiveMemory, dice: number): { content: string } => ({
  content:
    dice < 0.55 && unfitness(content) === null
      ? `${content}\nmore ${oracle.newMark(otherClient)}`
      : textFor(oracle, dice),
});

/**
 * To a plain server, the other client sometimes writes more or longer tags than a device can store. A server with
 * extensions has the same limits as devices.
 */
function tagsFor(dice: number, { extensions }: ModelServer): string[] {
  if (extensions !== undefined) return dice < 0.5 ? ['blue'] : [];
  if (dice < 0.2) return Array.from({ length: limits.tags + 8 }, (_, index) => `tag ${index}`);
  if (dice < 0.4) return ['red', 'x'.repeat(limits.tagCharacters + 1)];
  return dice < 0.7 ? ['blue'] : [];
}

export const isRefused = (content: string, refusals: Refusals | undefined): boolean =>
  refusals !== undefined && marksIn(content).some((mark) => numberOf(mark) % refusals.every === 0);
