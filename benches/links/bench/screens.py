"""Screens of terminals, as `tmux capture-pane` prints them: text that programs have cut to a frame, a pane or the screen.

Programs that draw a screen break their text between words and cut what is longer than a line, or cut everything at the
last column. So both are written, in frames, in two panes, with and without an indent.
"""

from .compose import bare, paragraph, wordwrap
from .marked import Marked, encode, join

WIDTHS = (40, 200)
FRAMES = ["┌─┐│└┘", "╭─╮│╰╯", "┏━┓┃┗┛", "╔═╗║╚╝"]


def hard(text, width):
    """Breaks at the width, whatever stands there, and keeps the blanks."""
    return join([text[at : at + width] for at in range(0, len(text), width)], "\n")


def padded(line, width):
    return line + " " * (width - len(line))


def written(message, links, width, wrap):
    """Returns the lines of paragraphs with links."""
    texts = [wrap(paragraph(message.rng, links[at : at + 2], bare), width) for at in range(0, len(links), 2)]
    return join(texts, "\n\n").lines() if texts else wrap(paragraph(message.rng, [], bare), width).lines()


def framed(message, links, width, wrap):
    """Returns lines in a frame."""
    left, top, right, side, low, end = message.rng.choice(FRAMES)
    padding = message.rng.choice([1, 1, 1, 2])
    inner = width - 2 - 2 * padding
    blanks = " " * padding
    lines = [side + blanks + padded(line, inner) + blanks + side for line in written(message, links, inner, wrap)]
    bar = top * (width - 2)
    return [Marked(left + bar + right), *lines, Marked(low + bar + end)]


def panes(message, links, width, wrap):
    """Returns lines in two panes, with the links in one of them."""
    rng = message.rng
    first = width // 2 + rng.randint(-width // 10, width // 10)
    widths = [first, width - first - 1]
    texts = [written(message, [], one, wrap) for one in widths]
    with_links = rng.randrange(2)
    texts[with_links] = written(message, links, widths[with_links], wrap)
    rows = max(map(len, texts))
    left, right = ([one[row] if row < len(one) else Marked() for row in range(rows)] for one in texts)
    return [padded(one, first) + "│" + other for one, other in zip(left, right)]


def indented(message, links, width, wrap):
    """Returns lines with an indent, the first one of which may have a bullet in it."""
    indent = message.rng.randint(1, 8)
    lines = written(message, links, width - indent, wrap)
    bullet = message.rng.choice(["", "●", "-", "⏺", "$"]) if indent < 4 else ""
    bullet = bullet.ljust(indent)
    return [(" " * indent if at else bullet) + line for at, line in enumerate(lines)]


def screen(message):
    """Returns a screen with one to three links."""
    rng = message.rng
    width = rng.randint(*WIDTHS)
    draw = rng.choice([written, indented, framed, framed, panes])
    wrap = rng.choice([wordwrap, hard])
    links = message.some(rng.randint(1, 3))
    encoded = encode(join(draw(message, links, width, wrap), "\n")) + b"\n"
    document = message.document(encoded)
    document.name = document.name.replace(".eml", f"-{width}-{draw.__name__}-{wrap.__name__}.txt")
    return document
