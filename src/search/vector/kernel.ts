/** What kernel/index.ts exports; addresses and sizes are in bytes. */
export interface Kernel {
  memory: WebAssembly.Memory;
  base: WebAssembly.Global<'i32'>;
  scan(
    codes: number,
    slots: number,
    width: number,
    scales: number,
    owners: number,
    mask: number,
    query: number,
    most: number,
    hits: number,
  ): number;
  score(codes: number, slot: number, width: number, scales: number, query: number): number;
  put(row: number, codes: number, slot: number, width: number): void;
  take(row: number, codes: number, slot: number, width: number): void;
}

/** Slots per block, and codes per piece of a vector; see kernel/layout.ts. */
export const blockSlots = 8;
export const pieceCodes = 16;

/** Slot (i32), memory (i32), score (f32): kernel/hits.ts. */
export const bytesPerHit = 12;

/** Whether memory `one` comes before memory `other`. */
export type IsBefore = (one: number, other: number) => boolean;

export function kernelOf(module: WebAssembly.Module, isBefore: IsBefore): Kernel {
  const { exports } = new WebAssembly.Instance(module, {
    order: { isBefore: (one: number, other: number) => Number(isBefore(one, other)) },
  });
  return exports as unknown as Kernel;
}
