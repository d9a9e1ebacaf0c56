import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { SyncLink } from '../../src/service/ports/sync.ts';
import { differences } from './check.ts';
import type { Device } from './device.ts';
import type { ModelServer } from './model-server.ts';
import type { Schedule } from './schedule.ts';

const claimsProof = ({ lastResult }: Device) => lastResult?.verification?.same === true;
const hasUnsent = ({ disk }: Device) => [...disk.items.values()].some(({ due }) => due === 1);

/**
 * P14 (docs/sync.md): a device says that both sides are the same only if they are. Checks devices that sync every
 * collection and have nothing left to send. `changedAt`: when another device last wrote, by this device's clock. Skips
 * proofs whose reading of the server began before then.
 */
export function falseProof(schedule: Schedule, device: Device, server: ModelServer, changedAt: number): string[] {
  const { collections } = device.disk.state.get('link') as SyncLink;
  if (collections !== null || !claimsProof(device) || hasUnsent(device)) return [];
  if (device.lastResult!.verification!.at < changedAt) return [];
  return differences(schedule, device, server).map(
    (problem) => `P14: device ${device.number} claims a proof: ${problem}`,
  );
}

/** P14: at rest, a device that reads a plain server must prove that both sides are the same. */
export function missingProof({ server }: Schedule, device: Device): string[] {
  if (server !== 'plain' || claimsProof(device)) return [];
  const { stopped, verification } = device.lastResult ?? {};
  return [`P14: device ${device.number} proves nothing: ${JSON.stringify({ stopped, verification })}`];
}

/**
 * For P14: changes a memory on the device's disk without a trace or, with an odd seed, makes a plain server lose one.
 * Returns false if there is no suitable memory.
 */
export function tamper({ seed, server: kind }: Schedule, { disk }: Device, server: ModelServer): boolean {
  const { collections: chosen } = disk.state.get('link') as SyncLink;
  const [found] = [...disk.items.values()].flatMap(({ remote, base, due, refusal, unfit, aliasOf, id }) => {
    const isShown = base?.deleted === false && due === 0 && refusal === null && unfit === null && aliasOf === null;
    const row = disk.memories.get(id);
    const isCompared = chosen === null || chosen.includes(base?.collection ?? '');
    return remote !== null && isShown && isCompared && row?.deletedAt === null ? [{ remote, row }] : [];
  });
  if (found === undefined) return false;
  if (kind === 'plain' && seed % 2 === 1) server.erase(found.remote);
  else disk.memories.set(found.row.id, tampered(found.row));
  return true;
}

const tampered = (row: MemoryRow): MemoryRow => ({ ...row, content: `${row.content} that nobody wrote` });
