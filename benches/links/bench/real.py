"""Links that end their line in real mail: whether tools join them to the next line, and rightly.

Each tool gets whole messages. A place counts by how many places of its stratum it stands for; bare and bracketed
links are counted apart, since the strata have fewer bracketed ones than mail. Places whose beginning
occurs twice in their message were not drawn, so that a URL says which place it is.
"""

import base64
import collections
import contextlib
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from . import archives, labels
from .document import Document
from .score import Counts
from .texts import FINAL, texts_of

OPENED = re.compile(rb"<(?:URL:)?$", re.I)


@dataclass
class Joins:
    """Numbers or weights: broken links, those found whole, joins, and those that are right up to final punctuation."""

    broken: float = 0
    found: float = 0
    joins: float = 0
    right: float = 0
    # The squares of the weights of joins.
    squares: float = 0

    def add(self, is_broken, is_found, is_join, is_right, weight=1):
        self.broken += is_broken * weight
        self.found += (is_broken and is_found) * weight
        self.joins += is_join * weight
        self.right += is_right * weight
        self.squares += is_join * weight * weight


def old_places(folder):
    """Returns the places of `wraps.jsonl`, an older set that another reader labelled once, where these rules allow it."""
    out = []
    for line in (Path(folder) / "wraps.jsonl").read_text().splitlines():
        row = json.loads(line)
        window = base64.b64decode(row["text"])
        cut = row["cut"].encode()
        for offset, message in archives.messages(folder, row["source"]):
            at = message.find(window)
            if at >= 0 and message.count(cut) == 1:
                end = at + row["end"]
                # The pieces are not known, but the URL is.
                out.append((labels.Place(row["source"], offset, message, end - len(cut), end, [], "old"), row["url"] if row["wrapped"] else None))
                break
    return out


def load(folder):
    """Returns the sets of places, by name: pairs of a place and the whole URL, if it is broken."""
    return {"labelled": [(place, place.url if place.more else None) for place in labels.read(folder)], "older": old_places(folder),
            "doubtful": [(place, None) for place in labels.read(folder, doubtful=True)]}


def sample(folder):
    """Returns messages of each archive, drawn at random, that Python's `email` can read; for the speed."""
    out = []
    for archive in archives.FOLDERS:
        drawn = [message for path in archives.files(folder) if path.startswith(f"{archive}/") for _, message in archives.messages(folder, path)]
        random.Random(1).shuffle(drawn)
        for message in drawn[:SAMPLE]:
            head, _, rest = as_file(message).replace(b"\r\n", b"\n").partition(b"\n")
            data = head + b"\n" + rest.replace(b"\nFrom ", b"\n>From ")
            # The parser of header fields fails for some of spam.
            with contextlib.suppress(Exception):
                texts_of(data)
                out.append(Document("real", "", data))
    return out


SAMPLE = 200


def written(name, places, folder):
    """Writes the messages of places. Returns their documents and paths, by archive and offset."""
    messages = {}
    for place, _ in places:
        messages.setdefault((place.path, place.offset), place.message)
    documents = {key: Document(name, f"{number:04}.eml", as_file(message)) for number, (key, message) in enumerate(messages.items())}
    return documents, [document.write(folder) for document in documents.values()]


def measure(places, tool, documents, paths):
    """Returns what a tool joins at these places: with weights, counted, and counted apart."""
    found = dict(zip(documents, tool.find(list(documents.values()), paths)))
    out = collections.defaultdict(Joins)
    for place, url in places:
        judged = judge(place.cut, url, {one for one, _ in found[place.path, place.offset]})
        out["weighted"].add(*judged, place.weight)
        for name in ("counted", "bracketed" if is_bracketed(place) else "bare"):
            out[name].add(*judged)
    return out


def judge(cut, url, found):
    """Returns whether a link is broken, found whole, joined to something, and joined rightly up to final punctuation."""
    joins = [one for one in found if one.startswith(cut) and len(one) > len(cut)]
    is_right = url is not None and any(one.rstrip(FINAL) == url.rstrip(FINAL) for one in joins)
    return url is not None, url in found, bool(joins), is_right


def is_bracketed(place):
    return bool(OPENED.search(place.message[max(0, place.start - 5) : place.start]))


def sources(places):
    """Returns how many places are cut in each of the archives."""
    return dict(collections.Counter(place.path.split("/")[0] for place, url in places if url is not None).most_common())


def as_file(message):
    """Returns a message with the envelope of a mailbox, by which tools know that it is one."""
    return message if message.startswith(b"From ") else b"From a@b Mon Jan 30 09:12:04 1995\n" + message


def summary(joins):
    """Returns the numbers, precision and recall."""
    counts = Counts(joins.broken, joins.joins, joins.right)
    found = joins.found / joins.broken if joins.broken else 0.0
    return {"joins": joins.joins, "joins_right": joins.right, "broken": joins.broken, "broken_found": joins.found,
            "precision": counts.precision, "recall": found,
            # As many joins with equal weights would be as uncertain.
            "joins_effective": joins.joins ** 2 / joins.squares if joins.squares else 0}
