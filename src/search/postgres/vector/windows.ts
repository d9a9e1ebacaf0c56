import type { Passage } from '../../../service/ports/embedder.ts';
import type { Sql } from '../../../service/ports/sql.ts';
import type { Owner } from '../../../service/ports/store.ts';
import type { VectorHit } from '../../../service/ports/vector-index.ts';
import { hex } from '../../../lib/hash.ts';
import { quantised } from '../../vector/quantised.ts';
import type { Form } from './vector-tables.ts';

/** A window of a memory's text, with its cosine to the query. */
export interface Near {
  memory: string;
  index: number;
  starts: number;
  ends: number;
  /** Unix milliseconds. */
  createdAt: number;
  cosine: number;
}

/**
 * The nearest window of each memory, or the first of equally near windows. Sorted nearest first, then newest memory
 * first.
 */
export function bestPerMemory(windows: Near[]): Near[] {
  const best = new Map<string, Near>();
  for (const window of windows) {
    const other = best.get(window.memory);
    if (!other || window.cosine > other.cosine || (window.cosine === other.cosine && window.index < other.index))
      best.set(window.memory, window);
  }
  return [...best.values()].sort(
    (one, other) =>
      other.cosine - one.cosine || other.createdAt - one.createdAt || (one.memory < other.memory ? 1 : -1),
  );
}

export function hitOf({ memory, cosine, index, starts, ends }: Near): VectorHit {
  return { id: memory, cosine: Math.min(1, cosine), passage: { start: starts, end: ends, index } };
}

/** A vector in pgvector's text format. */
export const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`;

/**
 * For each format, the columns of a window's vector: their names, their values as JSON (`of`), and the SQL that
 * converts these values (`from`). The JSON row must have the alias `g`.
 */
export const vectorColumns: Record<
  Form,
  { names: string; from: string; of: (passage: Passage) => Record<string, string> }
> = {
  vector: { names: 'vector', from: 'g.vector::vector', of: ({ vector }) => ({ vector: vectorText(vector) }) },
  bytes: {
    names: 'codes, floats',
    from: `decode(g.codes, 'hex'), decode(g.floats, 'hex')`,
    of: ({ vector }) => ({ codes: hex(codesOf(vector)), floats: hex(bytesOf(vector)) }),
  },
};

/** The token vectors of one window per memory, by memory id. Windows without token vectors are left out. */
export async function tokensOf(
  sql: Sql,
  owner: Owner,
  passages: { id: string; index: number }[],
): Promise<Map<string, Uint8Array>> {
  if (passages.length === 0) return new Map();
  const rows = await sql.query<{ memory: string; tokens: Uint8Array }>(
    `select w.memory, w.tokens from unnest($2::text[], $3::int[]) as p (memory, place)
    join search_windows w on w.owner = $1 and w.memory = p.memory and w.place = p.place
    where w.tokens is not null`,
    [owner, passages.map(({ id }) => id), passages.map(({ index }) => index)],
  );
  return new Map(rows.map(({ memory, tokens }) => [memory, tokens]));
}

/** The vectors of a memory's windows, in order. */
export async function vectorsOf(sql: Sql, form: Form, owner: Owner, memory: string): Promise<Float32Array[]> {
  const ordered = 'from search_windows where owner = $1 and memory = $2 order by place';
  if (form === 'vector') {
    const rows = await sql.query<{ vector: string }>(`select vector::text as vector ${ordered}`, [owner, memory]);
    return rows.map(({ vector }) => Float32Array.from(JSON.parse(vector) as number[]));
  }
  const rows = await sql.query<{ floats: Uint8Array }>(`select floats ${ordered}`, [owner, memory]);
  return rows.map(({ floats }) => floatsOf(floats));
}

export function floatsOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(4 * index, true));
}

function bytesOf(vector: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * vector.length));
  for (const [index, value] of vector.entries()) view.setFloat32(4 * index, value, true);
  return new Uint8Array(view.buffer);
}

/** Four bytes of scale, little-endian, then one byte per value. */
function codesOf(vector: Float32Array): Uint8Array {
  const { codes, scale } = quantised(vector);
  const bytes = new Uint8Array(4 + codes.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  bytes.set(new Uint8Array(codes.buffer), 4);
  return bytes;
}

/** The approximate cosine of a vector and a vector stored as codes. */
export function roughCosine(vector: Float32Array, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = 0;
  for (let index = 0; index < vector.length; index++) sum += vector[index]! * view.getInt8(4 + index);
  return sum * view.getFloat32(0, true);
}
