"""
Writes the original model's vectors of the texts in texts.json: python scripts/model/minilm_reference.py WHEEL
Tests compare our kernel's vectors with these. Each vector is 384 little-endian f32, in base64.
"""
import base64
import json
import sys
from pathlib import Path

from forward import Forward
from source import minilm

FOLDER = Path(__file__).parent

if __name__ == '__main__':
    forward = Forward(minilm(sys.argv[1])[0])
    texts = json.loads((FOLDER / 'texts.json').read_text())
    vectors = [base64.b64encode(forward.vector(text).astype('<f4').tobytes()).decode() for text in texts]
    (FOLDER / 'minilm_reference.json').write_text(json.dumps(vectors, indent=1) + '\n')
