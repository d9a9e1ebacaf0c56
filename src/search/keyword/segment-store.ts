import type { IndexFiles } from '../../service/ports/keyword-index.ts';
import { Segment } from './frozen/segment.ts';
import { IndexState } from './index-state.ts';
import { seal, unseal } from './sealed.ts';

/** The blob that names the segments in use. Replacing it replaces all segments at once. */
export const manifestName = 'keyword';

/**
 * Names of segments. A name is reused only when the manifest no longer contains it, so the stored index is always
 * consistent.
 */
export const segmentNames = Array.from({ length: 24 }, (_, position) => `keyword-${position}`);

interface StoredSegment {
  name: string;
  sha256: string;
}

interface Manifest {
  seq: number;
  /** `removed`: the numbers of the memories removed since the segment was made. */
  segments: (StoredSegment & { removed: number[] })[];
}

/** Stores the segments of an index in blobs. */
export class SegmentStore {
  readonly #files: IndexFiles;
  readonly #stored = new WeakMap<Segment, StoredSegment>();
  #named = new Set<string>();
  #used = new Set(segmentNames);

  constructor(files: IndexFiles) {
    this.#files = files;
  }

  async load(store: string): Promise<IndexState | undefined> {
    const manifest = await this.#manifest(store);
    if (manifest === undefined) return undefined;
    const segments = await Promise.all(manifest.segments.map((one) => this.#segment(one, store)));
    if (segments.includes(undefined)) return undefined;
    this.#named = new Set(manifest.segments.map(({ name }) => name));
    return new IndexState(store, manifest.seq, segments as Segment[]);
  }

  /** If interrupted, the previous state is still intact. */
  async save(state: IndexState): Promise<void> {
    const { segments, store } = state;
    for (const segment of segments)
      if (!this.#stored.has(segment)) this.#stored.set(segment, await this.#write(segment, state));
    const manifest: Manifest = {
      seq: state.frozenSeq,
      segments: segments.map((segment) => ({ ...this.#stored.get(segment)!, removed: removedFrom(segment) })),
    };
    const { bytes } = await seal(new TextEncoder().encode(JSON.stringify(manifest)), store);
    await this.#files.write(manifestName, bytes);
    this.#named = new Set(manifest.segments.map(({ name }) => name));
    for (const name of [...this.#used].filter((one) => !this.#named.has(one))) {
      await this.#files.remove(name);
      this.#used.delete(name);
    }
  }

  async #manifest(store: string): Promise<Manifest | undefined> {
    const bytes = await this.#files.read(manifestName);
    const sealed = bytes && (await unseal(bytes, store));
    return sealed && (JSON.parse(new TextDecoder().decode(sealed.body)) as Manifest);
  }

  async #segment({ name, sha256, removed }: Manifest['segments'][number], store: string): Promise<Segment | undefined> {
    const bytes = await this.#files.read(name);
    const sealed = bytes && (await unseal(bytes, store));
    if (sealed?.sha256 !== sha256) return undefined;
    const segment = new Segment(sealed.body);
    for (const number of removed) segment.removeNumber(number);
    this.#stored.set(segment, { name, sha256 });
    return segment;
  }

  async #write(segment: Segment, { segments, store }: IndexState): Promise<StoredSegment> {
    const names = new Set(segments.map((other) => this.#stored.get(other)?.name));
    const name = segmentNames.find((one) => !this.#named.has(one) && !names.has(one));
    if (name === undefined) throw new Error('There are more segments than names for them.');
    const { bytes, sha256 } = await seal(segment.bytes, store);
    this.#used.add(name);
    await this.#files.write(name, bytes);
    return { name, sha256 };
  }
}

function removedFrom({ docValues }: Segment): number[] {
  const removed: number[] = [];
  if (docValues.size < docValues.length)
    for (let number = 0; number < docValues.length; number++) if (!docValues.isLive(number)) removed.push(number);
  return removed;
}
