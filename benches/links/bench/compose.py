"""Paragraphs with links, and the ways in which programs wrap and quote them."""

import functools
import re
import textwrap

from . import prose
from .marked import Marked, join
from .urls import COUNTS

SENTENCE_ENDS = {"arabic": ".", "han": "。", "kana": "。", "devanagari": "।"}


def bare(url, rng):
    return url


def angle(url, rng):
    return rng.choice(["<", "<", "<URL:"]) + url + ">"


def either(url, rng):
    return rng.choice([bare, angle])(url, rng)


def delimiters(rng):
    """Returns what stands before and after a URL that people and programs write who do not know RFC 1738."""
    text = prose.words(rng, 2, bait=0)
    return [
        ('"', '"'), ("'", "'"), ("(", ")"), ("[", "]"), ("`", "`"), ("“", "”"), ("«", "»"), ("‘", "’"),
        ("URL: ", ""), ("link:", ""), (f"[{' '.join(text)}](", ")"), (f"({' '.join(text)}: ", ")"), (f"({' '.join(text)}, ", ")."),
        ("*", "*"), ("_", "_"), ("**", "**"), ("| ", " |"), (f"{text[0]}=\"", '"'), (f"{text[0]}=", ""), ("\\url{", "}"), ("{", "}"),
        (f'{{"{text[0]}": "', '"}'), ('<a href="', f'">{text[0]}</a>'), ("→ ", ""), ("``", "``"),
        (f"[{rng.randint(1, 9)}]: ", ""), (f"{rng.randint(1, 9)}. ", ""), ("- ", ""), ("> ", ""), (f"\t{text[0]}\t", f"\t{text[1]}"),
    ]


def delimiter_weight(number, rng):
    """Returns how often a URL in real mail stands after the last character of this delimiter, shared by those that end so."""
    ends = [before[-1] for before, _ in delimiters(rng)]
    return COUNTS["delimiters"].get(ends[number], 0) / ends.count(ends[number])


class Link:
    """A URL with its number in the document."""

    def __init__(self, url, number):
        self.url, self.number = url, number
        # The part of its class to which it belongs, if it is counted apart.
        self.part = ""

    def written(self, write, rng):
        """Returns the link as `write` delimits it; the characters of its URL are marked."""
        text = write("\0", rng)
        before, after = text.split("\0")
        return Marked(before) + Marked.link(self.url, self.number) + after


def paragraph(rng, links, write, script="english", bait=0.06):
    """Returns a paragraph in one line. Punctuation follows a link as often as in real mail."""
    parts = []
    space = "" if script in prose.UNSPACED else " "
    stop = SENTENCE_ENDS.get(script, ".")
    comma = "," if script not in prose.UNSPACED else "，" if script == "han" else "、"
    for link in links:
        parts.append(space.join(prose.words(rng, rng.randint(3, 25), script, bait)))
        written = link.written(write, rng)
        end = rng.choices(list(COUNTS["after"]), COUNTS["after"].values())[0]
        if end.startswith(")"):
            written = "(" + written
        end = end.replace(".", stop).replace(",", comma)
        if script in prose.UNSPACED:
            # Between a URL and a letter of such a script stands a space, or a mark of the script; after a URL with such letters, a space.
            if not link.url.isascii():
                parts += [rng.choice([" ", "："]), written, " "]
                continue
            end = end.replace(":", "：").replace(";", "；").replace("?", "？").replace("!", "！")
            parts[-1] += rng.choice([" ", "：", "（" if end == "" else "："])
            written = written + ("）" if parts[-1].endswith("（") else end or " ")
            parts.append(written)
        else:
            parts.append(written + end)
    parts.append(space.join(prose.words(rng, rng.randint(3, 25), script, bait)))
    return join(parts, space)


# Wrapping: a paragraph into lines.


def fill(text, width):
    """Breaks at spaces only, as nearly all programs do: a long URL makes a long line."""
    return text.refit(textwrap.fill(text.text, width, break_long_words=False, break_on_hyphens=False))


def fill_and_break(text, width):
    """Breaks at spaces and hyphens, and breaks what is longer than a line: Python's textwrap as it is."""
    return text.refit(textwrap.fill(text.text, width))


def wordwrap(text, width):
    """Breaks at spaces, and what is longer than a line at the width: PHP's `wordwrap` with `cut`."""
    lines, line = [], ""
    for word in text.text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        while len(line) > width:
            lines.append(line[:width])
            line = line[width:]
    return text.refit("\n".join(lines + [line] * bool(line)))


def columns(text, width):
    """Breaks at the width whatever stands there, as gateways and terminals do."""
    out = [text.text[at : at + width].strip() for at in range(0, len(text), width)]
    return text.refit("\n".join(out))


# Where programs that write flowed text cut a URL: after or before some characters, but not in `://`, where one real cut of 62 is.
FLOWED = {
    "after-slash": r".+?(?:(?<=[^/:])/|[?-]|$)", "after-and": r".+?(?:(?<=[^/:])/|[?&=-]|$)", "after-dot": r".+?(?:(?<=[^/:])/|[?._,-]|$)",
    "before": r".+?(?=(?<![:/])/|[?&=]|$)",
}


def flowed_once(text, width, unit=FLOWED["after-slash"]):
    """Breaks after spaces and in URLs, with a space at each line's end: flowed text whose header field is lost."""
    lines, line = [], ""
    for word in text.text.split():
        for number, part in enumerate(re.findall(unit, word) if "://" in word else [word]):
            space = " " if line and number == 0 else ""
            if line and len(line) + len(space) + len(part) + 1 > width:
                lines.append(line + " ")
                line = part
            else:
                line += space + part
    return text.refit("\n".join([*lines, line]))


# The rules by which a long line is cut, each with the ways to do so; `counts.json` has their shares in real mail.
RULES = {"column": {"wordwrap": wordwrap, "hard": columns}, "hyphen": {"textwrap": fill_and_break},
         "flowed": {name: functools.partial(flowed_once, unit=unit) for name, unit in FLOWED.items()}}
# All widths that people set, and that of a wide terminal. Pine has 74, mutt 72 and 78, Gmail 78, Outlook 76.
WIDTHS = [*range(60, 81), 132]
LINKS = [1, 2, 6]


def weight(rule, width, links):
    """Returns the share of real cut links that were cut by a rule at a width, in a message with about so many links."""
    cuts = COUNTS["cuts"]
    columns = cuts["columns"]
    if rule != "column":
        # The lines of flowed text are shorter than its width, which is 72 in nearly all mailers.
        at_width = float(width == 72)
    else:
        at_width = columns.get(str(width), 0) / sum(count for at, count in columns.items() if int(at) in WIDTHS)
    by_links = cuts["links in the message"]
    nearest = [count for number, count in by_links.items() if links == min(LINKS, key=lambda one: (abs(one - int(number)), one))]
    return cuts["rules"][rule] / sum(cuts["rules"].values()) * at_width * sum(nearest) / sum(by_links.values())


def flow(text, width=72):
    """Breaks at spaces, each of which stays at the end of its line (RFC 3676)."""
    lines = textwrap.wrap(text.text, width, break_long_words=False, break_on_hyphens=False)
    return text.refit(" \n".join(lines))


def flow_and_delete(text, rng, width=72):
    """Breaks anywhere with a space that is deleted (`DelSp=yes`), and at spaces with two, as Apple's Mail does."""
    lines, line = [], Marked()
    for index, word in enumerate(text.text.split(" ")):
        at = len("".join(text.text.split(" ")[:index])) + index
        word = text[at : at + len(word)]
        if len(line) and len(line) + len(word) + 1 > width:
            lines.append(line + "  ")
            line = Marked()
        line = line + " " + word if len(line) else word
        while len(line) > width:
            lines.append(line[:width] + " ")
            line = line[width:]
    return join(lines + [line], "\n")


def stuff(text):
    """Space-stuffs lines (RFC 3676, section 4.4)."""
    return join([" " + line if line.text.startswith((" ", ">", "From ")) else line for line in text.lines()], "\n")


# Quoting: each level puts a prefix before each line.

# mutt and Gmail, Thunderbird, Elm, a gateway, Supercite, a webmailer that indents.
QUOTES = ["> ", ">", "| ", ": ", "{}> ", " > "]


def quote(text, mailer, rng, depth=1):
    """Quotes a text like one of six mailers. Empty lines get a prefix without a space at its end."""
    for level in range(depth):
        initials = "".join(rng.choice("ABCDEFGHJKLMNPRSTW") for _ in range(2))
        prefix = QUOTES[mailer].format(initials)
        lines = []
        for line in text.lines():
            if mailer == 1 and level == 0 and len(line):
                # Thunderbird puts a space after the last mark only.
                lines.append("> " + line)
            else:
                lines.append(prefix + line if len(line) else Marked(prefix.rstrip()))
        text = join(lines, "\n")
    return text


def rewrap(text, width):
    """Moves what exceeds the width of a quoted line to a line of its own without a prefix, as Outlook Express did."""
    out = []
    for line in text.lines():
        while len(line) > width:
            at = line.text.rfind(" ", 0, width + 1)
            # The prefix is not alone on a line.
            at = at if at > 12 else width
            out.append(line[:at])
            line = line[at + 1 :] if line.text[at : at + 1] == " " else line[at:]
        out.append(line)
    return join(out, "\n")
