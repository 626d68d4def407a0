"""urlscan's own functions, called as its `main` calls them for `-n`."""

import json
import sys
from email import policy
from email.parser import BytesParser
from pathlib import Path

from urlscan import urlscan


def groups(data):
    """Returns what urlscan makes of a message, its headers included, or of a text."""
    if data.startswith(b"From"):
        return urlscan.msgurls(BytesParser(policy=policy.default.clone(utf8=True)).parsebytes(data), headers=True)
    return urlscan.extracturls(data.decode("utf-8", "replace"))


def main():
    for number, path in enumerate(sys.stdin.read().split("\n")[:-1]):
        found = []
        for group, _, _ in groups(Path(path).read_bytes()):
            found += [[chunk.url] for chunks in group for chunk in chunks if chunk.url]
        print(json.dumps({"id": number, "found": found}))


main()
