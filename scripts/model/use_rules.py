"""Reads the rules of a SentencePiece normaliser from its compiled form: a double-array trie (Darts-clone) of keys, then their replacements."""
import re
import struct
import unicodedata

# Letters of Hangul, including circled and half-width ones. No syllables, since the rules don't join a syllable to a
# letter.
HANGUL = re.compile('[\u1100-\u11ff\u3131-\u318e\u3260-\u326d\uffa0-\uffdc]+')


def rules_of(compiled):
    """The key and replacement of each rule, in UTF-8, sorted by key."""
    (size,) = struct.unpack_from('<I', compiled)
    units = struct.unpack_from(f'<{size // 4}I', compiled, 4)
    replacements = compiled[4 + size :]
    rules = []
    # A unit with the top bit set is a value. Any other unit has the label of its edge (8 bits), whether a value follows,
    # and the offset to its children.
    open_nodes = [(0, b'')]
    while open_nodes:
        node, key = open_nodes.pop()
        unit = units[node]
        children = node ^ (unit >> 10) << (unit >> 6 & 8)
        if unit >> 8 & 1:
            value = units[children] & 0x7FFFFFFF
            rules.append((key, replacements[value : replacements.index(b'\0', value)]))
        for label in range(1, 256):
            child = children ^ label
            if child < len(units) and units[child] & 0x800000FF == label:
                open_nodes.append((child, key + bytes([label])))
    return sorted(rules)


def is_hangul(key, replacement):
    """
    Whether a rule only composes Hangul, as NFKC does. Nine in ten rules do; use_pack.py leaves them out of the file,
    since every browser has NFKC (src/embed/use-multilingual/tokens/normalise.ts). The others stay: they follow an older
    Unicode than browsers do, and unlike NFKC they don't reorder combining marks.
    """
    text = key.decode()
    return HANGUL.fullmatch(text) is not None and unicodedata.normalize('NFKC', text) == replacement.decode()
