"""Functions for the packing scripts of MiniLM and SPLADE. src/embed/bert/kernel/memory.ts describes the layout."""
import math
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
WEIGHT_LEVELS, WEIGHT_ZERO, POSITION_LEVELS = 63, 64, 32767
CLIPS = (1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)


def quantised(rows, levels):
    """Codes from -levels to levels, and a scale for each row. Uses the clipping with the smallest squared error."""
    greatest = np.abs(rows).max(1, keepdims=True)
    best, codes, scales = np.full((len(rows), 1), np.inf), np.zeros_like(rows), np.ones((len(rows), 1))
    for clip in CLIPS:
        scale = np.where(greatest > 0, greatest * clip / levels, 1)
        tried = np.clip(np.round(rows / scale), -levels, levels)
        error = ((tried * scale - rows) ** 2).sum(1, keepdims=True)
        better = error < best
        best, codes, scales = np.where(better, error, best), np.where(better, tried, codes), np.where(better, scale, scales)
    return codes, scales[:, 0]


def greatest_inputs(run):
    """The greatest magnitude of each linear map's inputs in the calibration sentences. `run`: a method of Forward."""
    greatest = {}

    def seen(layer, name, inputs):
        found = np.abs(inputs).max(0)
        greatest[layer, name] = np.maximum(greatest.get((layer, name), found), found)

    for sentence in (HERE / 'calibration.txt').read_text().splitlines():
        run(sentence, seen)
    return greatest


def smoothing(inputs, weights):
    """
    The factor that divides each input and multiplies the input's weights, so that both quantise well (SmoothQuant, Xiao
    and others, 2022, exponent 1/2). The factor is rounded, so the file doesn't depend on a machine's rounding.
    """
    ratio = np.sqrt(inputs / np.maximum(np.abs(weights).max(1), 1e-5))
    ratio = np.maximum(ratio, 1e-4)
    ratio /= math.exp(np.log(ratio).mean())
    mantissa, exponent = np.frexp(ratio)
    return np.ldexp(np.round(mantissa * 256) / 256, exponent)


def put_map(parts, weights, bias, inputs, query_scale=None):
    """
    Appends a linear map, smoothed and quantised. `inputs`: the greatest magnitude of each input. `query_scale`: a
    factor for each output.
    """
    factor = smoothing(inputs, weights)
    if query_scale is not None:
        weights, bias = weights * query_scale, bias * query_scale
    codes, scales = quantised((weights * factor[:, None]).T, WEIGHT_LEVELS)
    outputs, depth = codes.shape
    panels = (codes + WEIGHT_ZERO).reshape(outputs // 8, 8, depth // 4, 4).transpose(0, 2, 1, 3)
    parts.put(panels, 'u1')
    parts.put(scales, '<f4')
    parts.put(bias, '<f4')
    parts.put(codes.sum(1) * scales, '<f4')
    parts.put(1 / factor, '<f4')


def put_encoder(parts, source, greatest):
    """Everything after the word embeddings: positions, the first norm, the layers."""
    # The kernel computes softmax with powers of two and doesn't scale the scores. So the query's weights contain the
    # factor 1/ln 2 and the usual scale of scores.
    query_scale = np.ones(3 * source.hidden)
    query_scale[: source.hidden] = 1 / math.log(2) / math.sqrt(source.hidden // source.heads)
    positions = source.embeddings()[1]
    scales = np.abs(positions).max(1, keepdims=True) / POSITION_LEVELS
    parts.put(np.round(positions / scales), '<i2')
    parts.put(scales, '<f4')
    parts.put(np.concatenate(source.embedding_norm()), '<f4')
    for layer in range(source.layers):
        maps, norms = source.maps(layer), source.norms(layer)
        for name in ('joined', 'output', 'inner', 'outer'):
            put_map(parts, *maps[name], greatest[layer, name], query_scale if name == 'joined' else None)
            if name in ('output', 'outer'):
                parts.put(np.concatenate(norms[name == 'outer']), '<f4')
