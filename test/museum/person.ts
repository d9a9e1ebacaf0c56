import type { SyncDecision, SyncQuestion } from '../../src/lib/sync.ts';
import type { MemoryRow } from '../../src/service/ports/rows.ts';
import type { SyncItem, SyncLink } from '../../src/service/ports/sync.ts';
import { fieldsOf, sameFields } from '../../src/sync/fields.ts';
import { Device, type DeviceHost } from '../simulation/device.ts';
import { DiskWriter } from '../simulation/device-store.ts';

/** A person and their device, with some sync engine. Memories are identified by their texts. */
export interface Person {
  save(text: string, tags?: string[]): void;
  edit(text: string, to: string): void;
  tag(text: string, tag: string): void;
  untag(text: string, tag: string): void;
  trash(text: string): void;
  /** Opens a memory and closes it again. */
  open(text: string): void;
  sync(): void;
  /** Ends the device's process after this many steps of its work; `Infinity`: never. */
  dieAfter(steps: number): void;
  setClock(aheadMs: number): void;
  setDiskFull(isFull: boolean): void;
  shown(): { text: string; tags: string[] }[];
  /** All texts, including those in the trash and among earlier versions. */
  kept(): string[];
}

/** A memory as the person sees it, and its state on the server, as far as the device knows. */
export interface ShownRow {
  text: string;
  tags: string[];
  state: 'same' | 'waiting' | 'refused' | 'only here';
}

export interface OwnPerson extends Person {
  shown(): ShownRow[];
  /** The question that sync asks the person; null if it asks nothing. */
  question(): SyncQuestion | null;
  decide(decision: SyncDecision): Promise<void>;
}

export function personWithCommonplace(number: number, host: DeviceHost): OwnPerson {
  const device = new Device(number, host);
  const { disk } = device;
  const live = () => [...disk.memories.values()].filter(({ deletedAt }) => deletedAt === null);
  const put = (row: Omit<MemoryRow, 'seq'>) => {
    void new DiskWriter(disk).putMemory(row);
    disk.commit();
  };
  const now = () => new Date(device.now).toISOString();
  const change = (text: string, to: (row: MemoryRow) => Partial<MemoryRow>) => {
    const row = live().find(({ content }) => content === text);
    if (row) put({ ...row, ...to(row), updatedAt: now(), version: row.version + 1 });
  };
  return {
    save: (content, tags = []) =>
      put({
        id: device.newId('mem'),
        content,
        source: 'popup',
        tags,
        tagKeys: [],
        collection: null,
        url: null,
        title: null,
        capture: null,
        version: 1,
        createdAt: now(),
        updatedAt: now(),
        deletedAt: null,
        origin: null,
        chargedAt: null,
      }),
    edit: (text, content) => change(text, () => ({ content })),
    tag: (text, tag) => change(text, ({ tags }) => ({ tags: [...tags, tag] })),
    untag: (text, tag) => change(text, ({ tags }) => ({ tags: tags.filter((one) => one !== tag) })),
    trash: (text) => change(text, () => ({ deletedAt: now() })),
    // Opening a memory writes nothing: `test/unit/ui/library/library.test.ts` and `memory-sync.test.ts` show that.
    open: () => {},
    sync: () => device.startRound(),
    dieAfter: (steps) => void (device.diesIn = steps),
    setClock: (aheadMs) => void (device.skew = aheadMs),
    setDiskFull: (isFull) => void (device.isFull = isFull),
    shown: () =>
      live().map((row) => ({ text: row.content, tags: row.tags, state: stateOf(row, disk.items.get(row.id)) })),
    question: () => (disk.state.get('link') as SyncLink | undefined)?.question ?? null,
    decide: (decision) => device.decide(decision),
    kept: () => [
      ...[...disk.memories.values()].map(({ content }) => content),
      ...[...disk.versions.values()].map(({ fields }) => fields.content),
    ],
  };
}

/**
 * `item.base`: the fields as the server last returned them; `item.mirror`: the local fields that correspond to `base`,
 * if the two differ.
 */
function stateOf(row: MemoryRow, item: SyncItem | undefined): ShownRow['state'] {
  if (item?.refusal) return 'refused';
  const known = item?.mirror ?? item?.base;
  const isUnchanged = item?.op === null && known && sameFields(fieldsOf(row), known);
  return !isUnchanged ? 'waiting' : item.remote === null || item.missing !== null ? 'only here' : 'same';
}
