"""
Prints the polynomials of src/embed/bert/kernel/{gelu,exponential}.ts and their errors:
python scripts/model/polynomials.py
Fits the polynomials by least squares at Chebyshev nodes, which comes close to the minimax polynomials.
"""
import math

import numpy as np


def nodes(low, high, count=4000):
    return low + (high - low) * (1 - np.cos(np.pi * (np.arange(count) + 0.5) / count)) / 2


def fitted(columns, values):
    return np.linalg.lstsq(columns, values, rcond=None)[0]


def gelu(reach=4.2, degree=8):
    """
    The coefficients of P in 2 Phi(c) - 1 = c P(c^2), where Phi is the normal distribution, and the greatest error of a
    GELU with P. The weight of the fit is c, because GELU multiplies by c.
    """
    c = nodes(0, reach)
    phi = np.array([math.erf(x / math.sqrt(2)) for x in c])
    columns = np.stack([c * c * (c / reach) ** (2 * power) for power in range(degree + 1)], 1)
    coefficients = fitted(columns, phi * c) / reach ** (2 * np.arange(degree + 1))
    x = np.linspace(-8, 8, 100001)
    cut = np.clip(x, -reach, reach)
    computed = x / 2 * (1 + cut * np.polyval(coefficients[::-1], cut**2))
    exact = np.array([v * (1 + math.erf(v / math.sqrt(2))) / 2 for v in x])
    return coefficients, np.abs(computed - exact).max()


def power_of_two(degree=4):
    """The coefficients of a polynomial for 2^f, with f from -.5 to .5, and its greatest relative error."""
    f = nodes(-0.5, 0.5)
    columns = np.stack([f**power for power in range(degree + 1)], 1) / 2 ** f[:, None]
    coefficients = fitted(columns, np.ones_like(f))
    f = np.linspace(-0.5, 0.5, 100001)
    return coefficients, np.abs(np.polyval(coefficients[::-1], f) / 2**f - 1).max()


for name, (coefficients, error) in (('gelu', gelu()), ('powerOfTwo', power_of_two())):
    print(f'{name}: off by {error:.1e} at most')
    for power, value in reversed(list(enumerate(coefficients))):
        print(f'  {power}: {value:.9g}')
