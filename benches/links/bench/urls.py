"""Made-up URLs in the forms of real ones, at hosts that are reserved for examples.

`counts.json` has the forms of delimited links in real mail: scheme, length of each run of letters and digits, and all
other characters as they are. Here words and figures are put into them.
"""

import json
import re
from pathlib import Path

from . import prose

COUNTS = json.loads((Path(__file__).resolve().parents[1] / "counts.json").read_text())
FORMS = COUNTS["forms"]
NAMES = (
    "annals archive assets blog books build catalog commons content cvs data docs download editor events forum gallery "
    "help images issues journal library lists mail manual media mirror museum news notes papers people photo project "
    "pub readme release report research review search server shop software source status store support teaching users "
    "weather wiki works"
).split()
WORDS = sorted(set(NAMES + [word for word in prose.LATIN if len(word) > 1]))
BY_LENGTH = {length: [word for word in WORDS if len(word) == length] for length in range(2, 12)}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
RUN = re.compile(r"\{(\w+)\}|%[0-9A-Fa-f]{2}|([aAUdn])(\d+)")


def word(rng, length):
    """Returns letters: a word of this length, or as many as are needed and the beginning of another."""
    if length == 1:
        return rng.choice(LETTERS)
    if BY_LENGTH.get(length):
        return rng.choice(BY_LENGTH[length])
    out = ""
    while len(out) < length:
        out += rng.choice(WORDS)
    return out[:length]


# Some tools know the top-level domains, of which `example` and `test` are none.
DOMAINS = ["example.org", "example.com", "example.net"]
# Formatters hyphenate `example`. All of RFC 6761, so that not every host has it.
SET_DOMAINS = [*DOMAINS, "books.test", "harbour.test", "weather.invalid"]


def host(rng, length, domains=DOMAINS):
    """Returns a host of about this length."""
    domain = rng.choice(domains)
    room = length - len(domain) - 1
    return f"{word(rng, room)}.{domain}" if room > 0 else domain


def filled(rng, form, domains=DOMAINS):
    """Returns a URL of a form."""
    scheme, rest = form.split("://", 1)
    www = "www." if rest.startswith("www.") else ""
    head, path = re.match(r"((?:h\d+|i):?)(.*)", rest.removeprefix("www."), re.S).groups()
    name = f"192.0.2.{rng.randrange(256)}" if head.startswith("i") else host(rng, int(head.strip("h:")), domains)
    port = f":{rng.choice([80, 8000, 8080, 8443])}" if head.endswith(":") else ""

    def run(match):
        known, kind, length = match.groups()
        if known:
            return known
        if not kind:
            return match[0]
        length = int(length)
        if kind == "d":
            return "".join(rng.choice("0123456789") for _ in range(length))
        letters = word(rng, length)
        return {"a": letters, "U": letters.upper(), "A": letters.capitalize(), "n": "é" * length}[kind]

    return f"{scheme}://{www}{name}{port}{RUN.sub(run, path)}"


class Urls:
    """Makes URLs, no two of which are equal."""

    def __init__(self, rng, domains=DOMAINS):
        self.rng, self.domains = rng, domains
        self.made = set()

    def make(self, least=0, most=1000, is_usable=lambda url: True):
        """Returns a URL with a length in a range."""
        while True:
            url = filled(self.rng, self.rng.choice(FORMS), self.domains)
            if least <= len(url) <= most and url not in self.made and is_usable(url):
                self.made.add(url)
                return url

    def archived_message(self):
        """Returns the URL of an archived message, with its Message-ID and thus an at-sign."""
        rng = self.rng
        number = f"{rng.randint(1996, 2024)}{rng.randrange(10**8):08}.{rng.randrange(10**4)}"
        return f"https://lists.example.org/{rng.choice(NAMES)}/{number}@{rng.choice(NAMES)}.example.net/"

    def international(self, words):
        """Returns a URL with letters of a script in its path."""
        rng = self.rng
        return f"https://{host(rng, 18)}/wiki/{rng.choice(words)}_{rng.choice(words)}{rng.randrange(100)}"
