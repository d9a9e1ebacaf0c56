/** A range of blocks. */
export interface Extent {
  first: number;
  blocks: number;
}

/** The free space of a file in blocks. */
export class Extents {
  /** The free ranges in order, all below `end`; adjacent ones are joined. */
  #gaps: Extent[] = [];
  #end = 0;

  /** One past the last block in use. */
  get end(): number {
    return this.#end;
  }

  get free(): number {
    return this.#gaps.reduce((sum, { blocks }) => sum + blocks, 0);
  }

  get gaps(): readonly Extent[] {
    return this.#gaps;
  }

  /**
   * Starts again with only these extents in use, given in order. Leaves out each extent that overlaps an earlier one,
   * and returns the extents left out.
   */
  use(extents: Extent[]): Extent[] {
    this.#gaps = [];
    this.#end = 0;
    const dropped: Extent[] = [];
    for (const extent of extents) {
      if (extent.first < this.#end) {
        dropped.push(extent);
        continue;
      }
      if (extent.first > this.#end) this.#gaps.push({ first: this.#end, blocks: extent.first - this.#end });
      this.#end = extent.first + extent.blocks;
    }
    return dropped;
  }

  /**
   * Takes `blocks` blocks in a row and returns the first. With `below`, takes only blocks before block `below`, and
   * returns undefined if no gap there is large enough.
   */
  take(blocks: number): number;
  take(blocks: number, below: number): number | undefined;
  take(blocks: number, below = Infinity): number | undefined {
    const index = this.#gaps.findIndex((gap) => gap.blocks >= blocks && gap.first + blocks <= below);
    if (index === -1) {
      if (below !== Infinity) return undefined;
      const first = this.#end;
      this.#end += blocks;
      return first;
    }
    const gap = this.#gaps[index]!;
    const { first } = gap;
    if (gap.blocks === blocks) this.#gaps.splice(index, 1);
    else this.#gaps[index] = { first: first + blocks, blocks: gap.blocks - blocks };
    return first;
  }

  giveBack({ first, blocks }: Extent): void {
    const index = this.#gaps.findIndex((gap) => gap.first > first);
    const at = index === -1 ? this.#gaps.length : index;
    const [before, after] = [this.#gaps[at - 1], this.#gaps[at]];
    const joinsBefore = before !== undefined && before.first + before.blocks === first;
    const joinsAfter = after !== undefined && first + blocks === after.first;
    const start = joinsBefore ? before.first : first;
    const past = joinsAfter ? after.first + after.blocks : first + blocks;
    this.#gaps.splice(at - Number(joinsBefore), Number(joinsBefore) + Number(joinsAfter), {
      first: start,
      blocks: past - start,
    });
    const last = this.#gaps.at(-1)!;
    if (last.first + last.blocks < this.#end) return;
    this.#end = last.first;
    this.#gaps.pop();
  }
}
