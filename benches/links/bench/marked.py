"""Text in which every character knows the link that it belongs to.

The generators wrap, quote and encode such text as mailers do. The places of all links in the final bytes follow from
the marks, so that the truth never has to be found by searching.
"""


class Marked:
    """A text, and for each character the number of its link, or 0."""

    def __init__(self, text="", owner=None):
        self.text = text
        self.owner = [0] * len(text) if owner is None else owner
        assert len(self.text) == len(self.owner)

    @classmethod
    def link(cls, url, number):
        return cls(url, [number] * len(url))

    def __add__(self, other):
        if isinstance(other, str):
            other = Marked(other)
        return Marked(self.text + other.text, self.owner + other.owner)

    def __radd__(self, other):
        return Marked(other) + self

    def __getitem__(self, part):
        return Marked(self.text[part], self.owner[part])

    def __len__(self):
        return len(self.text)

    def lines(self):
        """Returns the lines without their line breaks."""
        out, start = [], 0
        for line in self.text.split("\n"):
            out.append(self[start : start + len(line)])
            start += len(line) + 1
        return out

    def refit(self, text):
        """Returns `text` with the marks of this text, from which it differs in white space only."""
        owner, at = [], 0
        for character in text:
            if character.isspace():
                owner.append(0)
                continue
            while self.text[at].isspace():
                at += 1
            assert self.text[at] == character, (self.text[at - 20 : at + 20], text)
            owner.append(self.owner[at])
            at += 1
        assert not self.text[at:].strip()
        return Marked(text, owner)

    def replace(self, old, new):
        """Replaces a string of one character, or one without links. The replacement of a link's character is its own."""
        out, at = Marked(), 0
        while (found := self.text.find(old, at)) >= 0:
            number = self.owner[found] if len(old) == 1 else 0
            out += self[at:found] + Marked(new, [number] * len(new))
            at = found + len(old)
        return out + self[at:]


def join(parts, between=""):
    """Joins texts, each of which is marked or a string."""
    text, owner = [], []
    for index, part in enumerate(parts):
        if index and between:
            text.append(between)
            owner.extend([0] * len(between))
        text.append(part if isinstance(part, str) else part.text)
        owner.extend([0] * len(part) if isinstance(part, str) else part.owner)
    return Marked("".join(text), owner)


class Encoded:
    """Bytes, and for each byte the number of its link, or 0."""

    def __init__(self, data=b"", owner=None):
        self.data = data
        self.owner = [0] * len(data) if owner is None else owner
        assert len(self.data) == len(self.owner)

    def __add__(self, other):
        if isinstance(other, bytes):
            other = Encoded(other)
        return Encoded(self.data + other.data, self.owner + other.owner)

    def __radd__(self, other):
        return Encoded(other) + self

    def pieces(self):
        """Returns the ranges of each link: `{number: [[start, end], ...]}`."""
        out, start = {}, 0
        for at in range(1, len(self.owner) + 1):
            if at == len(self.owner) or self.owner[at] != self.owner[start]:
                if self.owner[start]:
                    out.setdefault(self.owner[start], []).append([start, at])
                start = at
        return out


def encode(marked, charset="utf-8"):
    """Returns the bytes of a text in a charset that encodes each character by itself."""
    if marked.text.isascii():
        return Encoded(marked.text.encode(), marked.owner)
    data, owner = [], []
    for character, number in zip(marked.text, marked.owner):
        encoded = character.encode(charset)
        data.append(encoded)
        owner.extend([number] * len(encoded))
    return Encoded(b"".join(data), owner)


def quoted_printable(encoded):
    """Encodes as RFC 2045 says: `=XX`, soft line breaks so that no line exceeds 76 characters."""
    out, owner, width = [], [], 0
    data = encoded.data
    for at, byte in enumerate(data):
        if byte == 10:
            out.append(b"\n")
            owner.append(0)
            width = 0
            continue
        at_end = at + 1 == len(data) or data[at + 1] == 10
        plain = 33 <= byte <= 126 and byte != 61 or byte in b" \t" and not at_end
        unit = bytes([byte]) if plain else b"=%02X" % byte
        if width + len(unit) > (76 if at_end else 75):
            out.append(b"=\n")
            owner += [0, 0]
            width = 0
        out.append(unit)
        owner += [encoded.owner[at]] * len(unit)
        width += len(unit)
    return Encoded(b"".join(out), owner)
