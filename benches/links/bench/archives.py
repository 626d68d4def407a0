"""The messages of archives of real mail, which are not part of the repository."""

import functools
import gzip
import os
import re

# Mailing lists, newsletters and spam, 1996 to 2013, as archives and mailers have left them.
FOLDERS = ["cypherpunks", "erlang-questions", "r-lists", "spamassassin", "twisted-pipermail"]

SCHEME = r"(?:https?|ftp|gopher)://"
ENVELOPE = re.compile(rb"^From [^\n]*\d{4}\n(?=[A-Z][\w-]*:)", re.M)
# What a mailer puts before each line of a quotation.
PREFIX = re.compile(r"(?:[ \t]*(?:[>|]|[A-Za-z]{1,3}>))*[ \t]*")


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if path.endswith(".gz") else data


def files(archives):
    """Returns the paths of all files, in a fixed order, relative to the folder of the archives."""
    found = []
    for name in FOLDERS:
        for folder, _, names in os.walk(os.path.join(archives, name)):
            found += [os.path.relpath(os.path.join(folder, one), archives) for one in names]
    return sorted(found)


@functools.lru_cache(maxsize=None)
def messages(archives, path):
    """Returns the messages of a file: pairs of an offset and the bytes."""
    data = read(os.path.join(archives, path))
    starts = [match.start() for match in ENVELOPE.finditer(data)]
    if not starts or starts[0] > 0:
        return [(0, data)]
    return [(start, data[start:end]) for start, end in zip(starts, starts[1:] + [len(data)])]


def without_prefix(line):
    """Returns a line without quote prefixes and the white space at its end, and the length of the prefix."""
    prefix = len(PREFIX.match(line)[0])
    return line[prefix:].rstrip(), prefix
