"""Compares what a tool found in a class with the truth."""

import re
from dataclasses import dataclass, field

from .texts import FINAL
from .tools import SCHEME

AUTHORITY = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]+", re.I)


@dataclass
class Counts:
    """Links that are there, URLs that were found, and those that are right; or sums of their weights."""

    links: float = 0
    found: float = 0
    right: float = 0

    def add(self, links, found, right, weight=1):
        self.links += links * weight
        self.found += found * weight
        self.right += right * weight

    def __add__(self, other):
        return Counts(self.links + other.links, self.found + other.found, self.right + other.right)

    @property
    def recall(self):
        return self.right / self.links if self.links else 0.0

    @property
    def precision(self):
        return self.right / self.found if self.found else 0.0

    @property
    def f1(self):
        return 2 * self.right / (self.links + self.found) if self.links + self.found else 0.0


@dataclass
class Score:
    """What a tool found in a class. `kinds` counts wrong links and missed ones by kind."""

    # All widths and rules count alike, or by how often they were seen in real mail.
    plain: Counts = field(default_factory=Counts)
    real: Counts = field(default_factory=Counts)
    # The links in several pieces, and all URLs that were found but whole links; with both weights.
    broken: Counts = field(default_factory=Counts)
    broken_real: Counts = field(default_factory=Counts)
    # The links in one piece, those that were joined to something, and those that were found.
    whole: Counts = field(default_factory=Counts)
    placed: int = 0
    places: int = 0
    kinds: dict = field(default_factory=dict)
    # The same as `whole`, without weights, for each part of a class that has parts.
    parts: dict = field(default_factory=dict)

    def __add__(self, other):
        kinds = {kind: self.kinds.get(kind, 0) + other.kinds.get(kind, 0) for kind in sorted(self.kinds | other.kinds)}
        parts = {part: self.parts.get(part, Counts()) + other.parts.get(part, Counts()) for part in sorted(self.parts | other.parts)}
        return Score(self.plain + other.plain, self.real + other.real, self.broken + other.broken, self.broken_real + other.broken_real,
                     self.whole + other.whole, self.placed + other.placed, self.places + other.places, kinds, parts)


def merged(pieces):
    """Returns pieces, those that touch as one."""
    out = []
    for start, end in pieces:
        if out and out[-1][1] == start:
            out[-1] = [out[-1][0], end]
        else:
            out.append([start, end])
    return out


def is_at(found, truth):
    """Returns whether a place is right: piece by piece, or the one range from the first byte to the last."""
    return merged(found) == truth or len(found) == 1 and found[0] == [truth[0][0], truth[-1][1]]


def kind_of(url, truths):
    """Returns how a wrong link differs from the links that are there, and the link that it should be, if any."""
    for truth in truths:
        if truth.startswith(url):
            return "cut", truth
    for truth in truths:
        if url.startswith(truth):
            return "grown", truth
    for truth in truths:
        if truth in url:
            return "prefixed", truth
        if len(url) > 12 and url in truth:
            return "inner", truth
    # Something is missing or added in the middle.
    best = max(truths, key=lambda truth: common(url, truth), default="")
    authority = AUTHORITY.match(best)
    if authority and common(url, best) >= len(authority[0]):
        return "altered", best
    return "invented", None


def is_join(url, truth, truths):
    """Returns whether a wrong URL is this link and more than final punctuation, and not the beginning of another link."""
    return url.startswith(truth) and bool(url[len(truth):].strip(FINAL)) and not any(other.startswith(url) for other in truths)


def count_pieces(result, document, urls):
    """Counts broken and whole links apart."""
    truths = {truth.url: truth for truth in document.truths}
    broken = {url for url, truth in truths.items() if truth.pieces and len(truth.pieces) > 1}
    wrong = urls - truths.keys()
    counts = {url: (1, any(is_join(one, url, truths) for one in wrong), url in urls) for url in truths.keys() - broken}
    right = sum(is_right for _, _, is_right in counts.values())
    for one, weight in ((result.broken, document.plain), (result.broken_real, document.real)):
        one.add(len(broken), len(urls) - right, len(broken & urls), weight)
    for url, count in counts.items():
        result.whole.add(*count, document.plain)
    for url, truth in truths.items():
        if truth.part:
            result.parts.setdefault(truth.part, Counts()).add(*counts.get(url, (1, 0, url in urls)))


def common(one, other):
    length = 0
    for a, b in zip(one, other):
        if a != b:
            break
        length += 1
    return length


def score(documents, found, counts=SCHEME.match):
    """Returns the score, and all wrong and missed links as objects. What `counts` refuses counts neither way."""
    result, wrong = Score(), []
    for document, links in zip(documents, found):
        truths = {truth.url: truth.pieces for truth in document.truths}
        urls = {}
        for url, pieces in links:
            if counts(url) and (url in truths or not any(url in text for text in document.doubtful)):
                urls.setdefault(url, []).append(pieces)
        right = truths.keys() & urls.keys()
        result.plain.add(len(truths), len(urls), len(right), document.plain)
        result.real.add(len(truths), len(urls), len(right), document.real)
        count_pieces(result, document, set(urls))
        explained = set()
        for url in sorted(urls.keys() - right):
            kind, truth = kind_of(url, sorted(truths.keys() - right))
            if truth is None:
                kind, truth = kind_of(url, sorted(right))
                kind = {"cut": "cut-too"}.get(kind, kind)
            explained.add(truth)
            result.kinds[kind] = result.kinds.get(kind, 0) + 1
            wrong.append({"class": document.group, "document": document.name, "kind": kind, "found": url, "truth": truth})
        for url in sorted(truths.keys() - right - explained):
            result.kinds["missed"] = result.kinds.get("missed", 0) + 1
            wrong.append({"class": document.group, "document": document.name, "kind": "missed", "truth": url})
        for url in sorted(right):
            places = [pieces for pieces in urls[url] if pieces]
            if truths[url] and places:
                result.places += 1
                if any(is_at(pieces, truths[url]) for pieces in places):
                    result.placed += 1
                else:
                    wrong.append({"class": document.group, "document": document.name, "kind": "misplaced", "truth": url,
                                  "found_at": places[0], "truth_at": truths[url]})
    return result, wrong
