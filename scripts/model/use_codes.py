"""Huffman codes of at most LONGEST bits, for a decoder with a table."""
import heapq

import numpy as np

LONGEST = 11


def lengths_of(counts):
    """The length of each symbol's code. Raises the frequencies of rare symbols until no code is too long."""
    least = 1
    while True:
        heap = [(max(int(count), least), symbol, (symbol,)) for symbol, count in enumerate(counts)]
        heapq.heapify(heap)
        lengths = np.zeros(len(counts), int)
        while len(heap) > 1:
            (one, order, symbols), (other, _, more) = heapq.heappop(heap), heapq.heappop(heap)
            lengths[list(symbols + more)] += 1
            heapq.heappush(heap, (one + other, order, symbols + more))
        if lengths.max() <= LONGEST:
            return lengths
        least *= 2


def codes_of(lengths):
    """Canonical codes. The decoder reads their bits from the lowest up."""
    codes, code, before = np.zeros(len(lengths), int), 0, 0
    for symbol in sorted(range(len(lengths)), key=lambda symbol: (lengths[symbol], symbol)):
        code <<= lengths[symbol] - before
        before = lengths[symbol]
        codes[symbol] = int(f'{code:0{before}b}'[::-1], 2)
        code += 1
    return codes


def table_of(lengths):
    """For each value of LONGEST bits: the symbol whose code they begin with, times 16, plus the length of the code."""
    table = np.zeros(1 << LONGEST, int)
    for symbol, (code, length) in enumerate(zip(codes_of(lengths), lengths)):
        table[code :: 1 << length] = symbol << 4 | length
    return table
