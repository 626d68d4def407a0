"""Places in real mail at which a link ends its line, labelled by reading: does the link go on in the next line?

`labels.jsonl` has where they are, a digest of the message, both labels and the bytes of the further pieces. The
messages are not part of the repository.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from . import archives

PATH = Path(__file__).resolve().parents[1] / "labels.jsonl"


@dataclass
class Place:
    """A place: the message, where the link starts and where its line ends, and the pieces on the lines after it."""

    path: str
    offset: int
    message: bytes
    start: int
    end: int
    more: list
    stratum: str
    # How many places of its stratum it stands for.
    weight: float = 1.0

    @property
    def cut(self):
        """What a tool finds that joins nothing."""
        return self.message[self.start : self.end].decode("utf-8", "replace")

    @property
    def url(self):
        pieces = [self.message[self.start : self.end]] + [self.message[start:end] for start, end in self.more]
        return "".join("".join(piece.decode("utf-8", "replace").split()) for piece in pieces)


def rows():
    lines = PATH.read_text().splitlines()
    return json.loads(lines[0])["strata"], [json.loads(line) for line in lines[1:]]


def agreement():
    """Returns how many places there are, how often both labels agree, and Cohen's kappa."""
    _, places = rows()
    pairs = [(place["first"], place["second"]) for place in places]
    share = sum(one == two for one, two in pairs) / len(pairs)
    names = {name for pair in pairs for name in pair}
    chance = sum(sum(one == name for one, _ in pairs) * sum(two == name for _, two in pairs) for name in names) / len(pairs) ** 2
    return len(pairs), sum(one == two for one, two in pairs), (share - chance) / (1 - chance)


def read(folder, doubtful=False):
    """Returns the places on whose label both readings agree, with their messages, or the others, which were doubtful."""
    strata, places = rows()
    drawn = {name: sum(place["stratum"] == name for place in places) for name in strata}
    out = []
    for row in places:
        if (row["first"] != row["second"] or row["first"] == "?") != doubtful:
            continue
        message = dict(archives.messages(folder, row["path"]))[row["offset"]]
        if hashlib.sha256(message).hexdigest()[:16] != row["digest"]:
            raise ValueError(f"{row['path']}: the message at {row['offset']} is another one")
        weight = strata[row["stratum"]] / drawn[row["stratum"]]
        out.append(Place(row["path"], row["offset"], message, row["start"], row["end"], row.get("more", []), row["stratum"], weight))
    return out
