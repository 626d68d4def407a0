"""The texts of a message, as a careful programmer makes them for a library that finds links in text.

Python's `email` decodes; `html.parser` makes text of HTML, with the values of all attributes that hold URLs on lines of
their own; flowed text is put together (RFC 3676). Three further preparations undo more of what mail does to links:

- `unquoted`: quote prefixes are removed, and line breaks between `<scheme:` and `>` (RFC 3986, appendix C);
- `joined`: so is each line break after a URL that fills its line to 60 columns or more;
- `careful`: so is each line break after a URL that ends a line of 45 columns or more, if the next word looks like more
  of it, the URL ends in `=`, `&`, `?`, `_`, `%` or `-`, or it ends in `/` or `-` before a single space, which is left of
  flowed text. Not after the end of a page, and not before versions, dates, abbreviations, addresses and drawn lines.
"""

import email
import email.policy
import functools
import re
from html.parser import HTMLParser

PREPARATIONS = ["decoded", "unquoted", "joined", "careful"]
URL_ATTRIBUTES = {"href", "src", "action", "background", "cite"}
BLOCKS = {"p", "div", "br", "tr", "td", "li", "h1", "h2", "h3", "blockquote", "table", "pre"}

# Initials are capital letters, since `a>` may be the end of a link.
QUOTE_PREFIX = re.compile(r"^(?:[ \t]*(?:[>|:]|[A-Z]{2,3}>))+ ?", re.M)
# What no URL has (RFC 3986), and quotation marks, brackets and punctuation of other scripts: a URL ends before these.
OUTSIDE = "<>\"{}|\\^`“”„‟«»‹›…。、，；：！？（）「」『』【】《》〈〉"
URL = re.compile(rf"(?:https?|ftp)://[^\s{re.escape(OUTSIDE)}]+", re.I)
# What is no part of a URL at its end.
FINAL = ".,;:!?)'`*]‘’"
BRACKETED = re.compile(r"<(?:URL:)?\s*[a-z][a-z0-9+.-]*:[^<>]+>", re.I)
# A line that ends in a URL, though a space may follow: flowed text whose header field is lost.
ENDS_IN_URL = re.compile(r"://\S*$")
NARROWEST = {"joined": 60, "careful": 45}
# A word that may go on with a URL: it has a sign of paths or queries, a figure, begins with a mark, or ends like a file name.
MORE = re.compile(r"[/=&?_%#~]|\d|\w\.\w{2,4}$|^[.-]\w")
# What looks so, and mostly is something else: versions, dates, list numbers, `and/or`, abbreviations, addresses, schemes, drawn lines.
NO_MORE = re.compile(r"""v?\d+(\.\d+)+(rc\d+|[a-z])?|\d+[/:-]\d+([/-]\d+)?|\d{1,2}[.:)]|[\d,.]+%|[A-Za-z]+/[A-Za-z]+|([A-Za-z]\.)+[A-Za-z]?
                         |.*@.*|[a-z]{3,}:.*|[\W_]+""", re.X)
# A URL that seems to be whole, since it ends like a page.
WHOLE = re.compile(r"://\S*\.(html?|jpe?g|gif|png|txt|pdf|zip|gz|php|aspx?)$", re.I)
IN_URL = re.compile(r"[\w/.%=&?_~#+,;:@-]+")


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.out, self.hidden = [], 0

    def handle_starttag(self, tag, attrs):
        if tag in ("style", "script"):
            self.hidden += 1
        for name, value in attrs:
            if name in URL_ATTRIBUTES and value:
                self.out.append(f"\n{value}\n")
        if tag in BLOCKS:
            self.out.append("\n")

    def handle_endtag(self, tag):
        if tag in ("style", "script"):
            self.hidden -= 1
        if tag in BLOCKS:
            self.out.append("\n")

    def handle_data(self, data):
        if self.hidden <= 0:
            self.out.append(data)


def text_of_html(source):
    page = Page()
    page.feed(source)
    page.close()
    return "".join(page.out)


def decoded_part(part):
    """Returns the text of a part; in an unknown or wrong charset, as Latin-1."""
    data = part.get_payload(decode=True) or b""
    try:
        return data.decode(part.get_content_charset("utf-8")).replace("\r\n", "\n")
    except (LookupError, UnicodeError):
        return data.decode("latin-1").replace("\r\n", "\n")


def unflowed(text, delete_space):
    """Returns flowed text with each paragraph in one line, without quote prefixes (RFC 3676, section 4)."""
    out, depth_before, open_line = [], 0, False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        line = line[depth:]
        line = line[1:] if line.startswith(" ") else line
        is_open = line.endswith(" ") and line != "-- "
        if is_open and delete_space:
            line = line[:-1]
        if open_line and depth == depth_before:
            out[-1] += line
        else:
            out.append(line)
        open_line, depth_before = is_open, depth
    return "\n".join(out)


def prepared(text, preparation):
    if preparation == "decoded":
        return text
    text = QUOTE_PREFIX.sub("", text)
    text = BRACKETED.sub(lambda match: re.sub(r"\s+", "", match[0]), text)
    return joined(text, preparation) if preparation in NARROWEST else text


def joined(text, preparation):
    lines, is_full, is_spaced, indent = [], False, False, 0
    for line in text.split("\n"):
        # One space at the end of a line is left of flowed text.
        ends_in_space = line.endswith(" ") and not line.endswith("  ")
        line = line.rstrip()
        words, indent_before, indent = line.split(), indent, len(line) - len(line.lstrip())
        # A line with another indent is another paragraph or an item of a list, unless it has one word, or a space says that it goes on.
        is_alike = indent == indent_before or is_spaced or len(words) == 1
        is_more = words and (is_alike if preparation == "careful" else indent == 0)
        if is_full and is_more and goes_on(lines[-1], words, preparation, is_spaced):
            lines[-1] += line.lstrip()
        else:
            lines.append(line)
        is_full, is_spaced = len(line) >= NARROWEST[preparation] and ENDS_IN_URL.search(lines[-1]), ends_in_space
    return "\n".join(lines)


def goes_on(line, words, preparation, is_spaced=False):
    """Returns whether a line that ends in a URL is joined to the next, which has these words."""
    if "://" in words[0]:
        return False
    if preparation == "joined":
        return True
    word = words[0].rstrip(".,;:!?)\"'>")
    if not IN_URL.fullmatch(word) or NO_MORE.fullmatch(words[0] if len(words) > 1 else word):
        return False
    if WHOLE.search(line) and word[0] not in "/?#":
        return False
    if is_spaced and line[-1] in "/-":
        return True
    return bool(MORE.search(word) or line[-1] in "=&?_%-")


@functools.lru_cache(maxsize=16384)
def texts_of(data, preparation="decoded"):
    """Returns the header fields of a message and its texts. A file that is no message is one text."""
    return [prepared(text, preparation) if is_plain else text for text, is_plain in decoded(data)]


@functools.lru_cache(maxsize=4096)
def decoded(data):
    """Returns pairs of a text, and whether it is plain text, of which more can be undone."""
    if not data.startswith((b"From", b"Path:", b"Newsgroups:")):
        return [(data.decode("utf-8", "replace"), True)]
    if data.startswith(b"From "):
        data = data.split(b"\n", 1)[1]
    message = email.message_from_bytes(data, policy=email.policy.default)
    out = [("\n".join(f"{name}: {value}" for name, value in message.items()), False)]
    for part in message.walk():
        if part.get_content_maintype() != "text":
            continue
        text = decoded_part(part)
        if part.get_content_subtype() == "html":
            out.append((text_of_html(text), False))
            continue
        if part.get_param("format", "").lower() == "flowed":
            text = unflowed(text, part.get_param("delsp", "").lower() == "yes")
        out.append((text, True))
    return out


def regex_links(text):
    """Returns what the usual regular expression finds, without punctuation at its end."""
    return [match.group().rstrip(FINAL) for match in URL.finditer(text)]


def offset_of(text, data):
    """Returns where the text stands in the file as it is, if it does so once."""
    encoded = text.encode("utf-8", "replace")
    at = data.find(encoded)
    return at if encoded and at >= 0 and data.find(encoded, at + 1) < 0 else None
