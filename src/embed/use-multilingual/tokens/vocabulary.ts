import { prefixTable, startsOf, type PrefixTable } from './prefix-table.ts';

/** A SentencePiece model. */
export interface Vocabulary {
  /** All pieces of text; a token is a piece's index. The tokens `unknown`, `begin` and `end` follow the last piece. */
  pieces: PrefixTable;
  /** The logarithm of each piece's probability. */
  scores: Float32Array;
  /** The score of a character that isn't a piece. */
  unknownScore: number;
  unknown: number;
  begin: number;
  end: number;
  rules: Rules;
}

/** What normalising replaces: at each position of a text, the longest of `keys` that begins there. */
export interface Rules {
  keys: PrefixTable;
  /** Where each replacement begins in `bytes`, and where the last one ends. */
  starts: Uint32Array;
  bytes: Uint8Array;
}

/**
 * Reads the file that scripts/model/use_pack.py writes: u32 number of pieces, u32 number of rules, f32 score of unknown
 * characters, f32 scores; then pieces, keys and replacements, each as u8 lengths followed by all bytes.
 * `file` must begin at a multiple of 4 in its buffer.
 */
export function vocabularyOf(file: Uint8Array): Vocabulary {
  const [pieceCount, ruleCount] = new Uint32Array(file.buffer, file.byteOffset, 2);
  const [unknownScore] = new Float32Array(file.buffer, file.byteOffset + 8, 1);
  const scores = new Float32Array(file.buffer, file.byteOffset + 12, pieceCount);
  let at = 12 + 4 * pieceCount!;

  function strings(count: number): [starts: Uint32Array, bytes: Uint8Array] {
    const starts = startsOf(file.subarray(at, at + count));
    const first = at + count;
    at = first + starts[count]!;
    return [starts, file.subarray(first, at)];
  }

  const pieces = prefixTable(...strings(pieceCount!));
  const keys = prefixTable(...strings(ruleCount!));
  const [starts, bytes] = strings(ruleCount!);
  const unknown = pieceCount!;
  return {
    pieces,
    scores,
    unknownScore: unknownScore!,
    unknown,
    begin: unknown + 1,
    end: unknown + 2,
    rules: { keys, starts, bytes },
  };
}
