"""The forward pass of all-MiniLM-L6-v2 in float64, one text at a time: the oracle, which also records the inputs of each linear map."""
import math

import numpy as np
from scipy.special import erf

from source import HEADS, HIDDEN, LAYERS


def normalised(x, gain, bias):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12) * gain + bias


def attention(joined):
    query, key, value = joined.reshape(-1, 3, HEADS, HIDDEN // HEADS).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(HIDDEN // HEADS)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(-1, HIDDEN)


class Forward:
    def __init__(self, source):
        self.tokenizer = source.tokenizer
        self.words, self.positions = source.embeddings()
        self.embedding_norm = source.norm('embeddings.LayerNorm')
        self.layers = [(source.maps(layer), source.norms(layer)) for layer in range(LAYERS)]

    def vector(self, text, seen=lambda layer, name, inputs: None):
        """The vector of a text, of length 1; `seen` is called with the inputs of each linear map."""
        mean = self.states(text, seen).mean(0)
        return mean / np.linalg.norm(mean)

    def states(self, text, seen=lambda layer, name, inputs: None):
        """The last hidden state of each token."""
        tokens = self.tokenizer.encode(text).ids
        x = normalised(self.words[tokens] + self.positions[: len(tokens)], *self.embedding_norm)
        for layer, (maps, norms) in enumerate(self.layers):

            def mapped(name, inputs):
                seen(layer, name, inputs)
                weights, bias = maps[name]
                return inputs @ weights + bias

            x = normalised(x + mapped('output', attention(mapped('joined', x))), *norms[0])
            inner = mapped('inner', x)
            x = normalised(x + mapped('outer', 0.5 * inner * (1 + erf(inner / math.sqrt(2)))), *norms[1])
        return x
