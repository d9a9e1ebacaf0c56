"""
Prints the known token vectors of src/embed/minilm/known.ts, in thousandths:
python scripts/model/known_token_vectors.py WHEEL
"""
import sys
from pathlib import Path

import numpy as np

from forward import Forward
from source import minilm
from token_vectors import WIDTH

TEXT, TOKENS = 'the quiet room at the back of the hotel', (2, 9)
FILE = Path(__file__).parents[2] / 'public/models/all-minilm-l6-v2/token-vectors.bin'

if __name__ == '__main__':
    states = Forward(minilm(sys.argv[1])[0]).states(TEXT)
    states /= np.linalg.norm(states, axis=1, keepdims=True)
    hidden = states.shape[1]
    values = np.fromfile(FILE, '<f4', WIDTH * (hidden + 1))
    basis, mean = values[: WIDTH * hidden].reshape(WIDTH, hidden), values[WIDTH * hidden :]
    vectors = states @ basis.T - mean
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    for token in TOKENS:
        print(token, np.round(vectors[token] * 1000).astype(int).tolist())
