"""The forward passes of the encoders in float64, one text at a time: the reference for our kernel."""
import math

import numpy as np
from scipy.special import erf


def normalised(x, gain, bias):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12) * gain + bias


def gelu(x):
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def attention(joined, heads):
    hidden = joined.shape[1] // 3
    query, key, value = joined.reshape(-1, 3, heads, hidden // heads).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(hidden // heads)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(-1, hidden)


class Forward:
    def __init__(self, source):
        self.source = source
        self.words, self.positions = source.embeddings()
        self.embedding_norm = source.embedding_norm()
        self.layers = [(source.maps(layer), source.norms(layer)) for layer in range(source.layers)]

    def vector(self, text, seen=lambda layer, name, inputs: None):
        """The vector of a text, with length 1. `seen` is called with the inputs of each linear map."""
        mean = self.states(text, seen).mean(0)
        return mean / np.linalg.norm(mean)

    def states(self, text, seen=lambda layer, name, inputs: None):
        tokens = self.source.tokenizer.encode(text).ids
        x = normalised(self.words[tokens] + self.positions[: len(tokens)], *self.embedding_norm)
        for layer, (maps, norms) in enumerate(self.layers):

            def mapped(name, inputs):
                seen(layer, name, inputs)
                weights, bias = maps[name]
                return inputs @ weights + bias

            x = normalised(x + mapped('output', attention(mapped('joined', x), self.source.heads)), *norms[0])
            x = normalised(x + mapped('outer', gelu(mapped('inner', x))), *norms[1])
        return x

    def term_weights(self, text, seen=lambda layer, name, inputs: None):
        """The weight of each entry of the vocabulary: max over tokens of log(1 + ReLU) (Formal and others, 2021)."""
        states = self.states(text, seen)
        seen('head', 'transform', states)
        weights, bias = self.source.transform()
        inner = normalised(gelu(states @ weights + bias), *self.source.transform_norm())
        seen('head', 'decoder', inner)
        weights, bias = self.source.decoder()
        return np.log1p(np.maximum(inner @ weights + bias, 0)).max(0)
