"""Python's `email` and a regular expression: the script that most people write."""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.texts import texts_of

URL = re.compile(r"(?:https?|ftp)://[^\s<>\"]+")


def main():
    for number, path in enumerate(sys.stdin.read().split("\n")[:-1]):
        found = []
        for text in texts_of(Path(path).read_bytes()):
            found += [[match.group().rstrip(".,;:!?)'")] for match in URL.finditer(text)]
        print(json.dumps({"id": number, "found": found}))


main()
