"""
Reads the compiled rules of a SentencePiece normaliser: a double-array trie (Darts-clone) of keys, then the
replacements.
"""
import re
import struct
import unicodedata

# Letters of Hangul, including circled and half-width letters, without syllables.
HANGUL = re.compile('[\u1100-\u11ff\u3131-\u318e\u3260-\u326d\uffa0-\uffdc]+')


def rules_of(compiled):
    """The key and replacement of each rule, in UTF-8, sorted by key."""
    (size,) = struct.unpack_from('<I', compiled)
    units = struct.unpack_from(f'<{size // 4}I', compiled, 4)
    replacements = compiled[4 + size :]
    rules = []
    # A unit with the top bit set is a value. Any other unit has the label of its edge (8 bits), a bit that says whether
    # one of its children is a value, and the offset of the children.
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
    Whether a rule only composes Hangul, as NFKC does. Nine rules in ten are of this kind. use_pack.py leaves them out,
    since every browser has NFKC (src/embed/use-multilingual/tokens/normalise.ts). The other rules differ from a
    browser's NFKC: they follow an older Unicode and don't reorder combining marks.
    """
    text = key.decode()
    return HANGUL.fullmatch(text) is not None and unicodedata.normalize('NFKC', text) == replacement.decode()
