"""Python's `email` and a regular expression: the script that most people write."""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.texts import texts_of

URL = re.compile(r"(?:https?|ftp)://[^\s<>\"]+")


def links(data, preparation):
    return [match.group().rstrip(".,;:!?)'") for text in texts_of(data, preparation) for match in URL.finditer(text)]


def main():
    if sys.argv[2:3] == ["--mbox"]:
        for message in re.split(rb"^(?=From )", Path(sys.argv[3]).read_bytes(), flags=re.M):
            print(*links(message, sys.argv[1]), sep="\n")
        return
    for number, path in enumerate(sys.stdin.read().split("\n")[:-1]):
        print(json.dumps({"id": number, "found": [[url] for url in links(Path(path).read_bytes(), sys.argv[1])]}))


main()
