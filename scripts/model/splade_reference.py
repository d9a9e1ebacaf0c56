"""
Writes the original SPLADE's term weights of the texts in texts.json: python scripts/model/splade_reference.py WHEEL
Tests compare our kernel's weights with these. Each text has the terms with a weight (little-endian i32) and their
weights (f32), both in base64.
"""
import base64
import json
import sys
from pathlib import Path

import numpy as np

from forward import Forward
from source import splade

FOLDER = Path(__file__).parent


def encoded(array, kind):
    return base64.b64encode(array.astype(kind).tobytes()).decode()


if __name__ == '__main__':
    forward = Forward(splade(sys.argv[1]))
    references = []
    for text in json.loads((FOLDER / 'texts.json').read_text()):
        weights = forward.term_weights(text)
        terms = np.flatnonzero(weights)
        references.append({'terms': encoded(terms, '<i4'), 'weights': encoded(weights[terms], '<f4')})
    (FOLDER / 'splade_reference.json').write_text(json.dumps(references, indent=1) + '\n')
