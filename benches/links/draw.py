#!/usr/bin/env python3
"""Draws the places in real mail that are labelled, and says whether `labels.jsonl` has just these.

    python3 benches/links/draw.py ARCHIVES

A place is a URL that ends its line in a plain, unencoded message. Neither the places nor their strata depend on what any
tool finds.
"""

import hashlib
import json
import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from bench import archives, labels  # noqa: E402

ENDS_LINE = re.compile(rb"(?:https?|ftp|gopher)://[^\s<>\"]+[ \t\r]*$", re.I)
ENCODED = (b"base64", b"quoted-printable", b"text/html", b"multipart")
MOST_PER_MESSAGE = 3
# Two draws: after the first, the stratum `suspect` was exhausted at fewer than 500 places in all.
DRAWS = [(56, {"open": 22, "suspect": 300, "long": 110, "short": 60, "url-next": 20}), (99, {"long": 52, "short": 26})]


def population(folder):
    """Returns the places, by URL and next line: those whose URL occurs once in its message."""
    places = {}
    for path in archives.files(folder):
        for offset, message in archives.messages(folder, path):
            start = min((at for at in (message.find(b"\n\n"), message.find(b"\r\n\r\n")) if at >= 0), default=-1)
            if any(word in message[: max(start, 0)].lower() for word in ENCODED):
                continue
            # Without a header section, the search starts at the last byte, and finds nothing.
            at = start if start >= 0 else start + len(message)
            lines = message[start:].split(b"\n")
            for line, following in zip(lines, lines[1:]):
                match = ENDS_LINE.search(line)
                after, _ = archives.without_prefix(following.decode("latin-1"))
                if match and after:
                    url = line[match.start():].strip()
                    if message.count(url) == 1:
                        begin = at + match.start()
                        opened = bool(re.search(rb"<(?:URL:)?$", line[: match.start()], re.I))
                        width = len(line.decode("latin-1").rstrip())
                        places.setdefault((url, after[:20]), (path, offset, offset + begin, offset + begin + len(url), opened, width, after.split()[0], after))
                at += len(line) + 1
    return places


def stratum(opened, width, token, after):
    if opened:
        return "open"
    if re.match(r"(?i)[\W_]*(URL:)?[a-z]+://", token):
        return "url-next"
    core = token.rstrip(".,;:!?)\"'")
    looks_like_more = re.search(r"[\w][/.%=&?_~#-]+[\w]|^[/%=&?_~.#-]\w|\d|/$", core) and not re.fullmatch(r"[A-Za-z]+'[a-z]+", core)
    if width >= 50 and (looks_like_more or len(after.split()) == 1) and re.search(r"\w", after):
        return "suspect"
    return "long" if width >= 50 else "short"


def strata(places):
    """Returns the places of each stratum, at most three of a message."""
    pool = sorted((stratum(*place[4:]), place) for place in places.values())
    random.Random(3).shuffle(pool)
    out, by_message = {}, {}
    for name, place in pool:
        by_message[place[:2]] = by_message.get(place[:2], 0) + 1
        if by_message[place[:2]] <= MOST_PER_MESSAGE:
            out.setdefault(name, []).append(place)
    return out


def drawn(folder, by_stratum):
    """Returns the places of all draws, without those of the older set."""
    older = {(row["source"], row["cut"]) for row in map(json.loads, (Path(folder) / "wraps.jsonl").read_text().splitlines())}
    out, seen = [], set()
    for seed, numbers in DRAWS:
        rng, rows = random.Random(seed), []
        for name, number in numbers.items():
            places = sorted(by_stratum[name])
            rng.shuffle(places)
            is_new = (place for place in places if place[:3] not in seen and (place[0], url_of(folder, place)) not in older)
            rows += [(name, place) for place, _ in zip(is_new, range(number))]
        rng.shuffle(rows)
        seen |= {place[:3] for _, place in rows}
        out += rows
    return out


def url_of(folder, place):
    path, offset, start, end = place[:4]
    return dict(archives.messages(folder, path))[offset][start - offset : end - offset].decode("latin-1")


def main(folder):
    by_stratum = strata(population(folder))
    sizes = {name: len(by_stratum[name]) for name in DRAWS[0][1]}
    rows = []
    for name, (path, offset, start, end, *_) in drawn(folder, by_stratum):
        digest = hashlib.sha256(dict(archives.messages(folder, path))[offset]).hexdigest()[:16]
        rows.append({"path": path, "offset": offset, "start": start - offset, "end": end - offset, "digest": digest, "stratum": name})
    known, labelled = labels.rows()
    is_same = sizes == known and rows == [{key: row[key] for key in rows[0]} for row in labelled]
    print(f"{len(rows)} places of {sizes}: labels.jsonl has " + ("just these" if is_same else "others"))
    return int(not is_same)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
