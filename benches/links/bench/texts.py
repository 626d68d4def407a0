"""The texts of a message, as a script makes them for a library that finds links in text.

Python's `email` decodes; `html.parser` makes text of HTML, with the values of all attributes that hold URLs on lines of
their own. A library that knows nothing of mail is thus measured as a careful programmer would call it.
"""

import email
import email.policy
from html.parser import HTMLParser

URL_ATTRIBUTES = {"href", "src", "action", "background", "cite"}
BLOCKS = {"p", "div", "br", "tr", "td", "li", "h1", "h2", "h3", "blockquote", "table", "pre"}


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
        if not self.hidden:
            self.out.append(data)


def text_of_html(source):
    page = Page()
    page.feed(source)
    page.close()
    return "".join(page.out)


def decoded(part):
    """Returns the text of a part; in an unknown or wrong charset, as Latin-1."""
    try:
        return part.get_content()
    except (LookupError, UnicodeError, KeyError):
        return (part.get_payload(decode=True) or b"").decode("latin-1")


def texts_of(data):
    """Returns the header fields of a message and its texts. A file that is no message is one text."""
    if not data.startswith((b"From", b"Path:", b"Newsgroups:")):
        return [data.decode("utf-8", "replace")]
    message = email.message_from_bytes(data, policy=email.policy.default)
    out = ["\n".join(f"{name}: {value}" for name, value in message.items())]
    for part in message.walk():
        if part.get_content_maintype() == "text":
            text = decoded(part).replace("\r\n", "\n")
            out.append(text_of_html(text) if part.get_content_subtype() == "html" else text)
    return out


def offset_of(text, data):
    """Returns where the text stands in the file as it is, if it does so once."""
    encoded = text.encode("utf-8", "replace")
    at = data.find(encoded)
    return at if encoded and at >= 0 and data.find(encoded, at + 1) < 0 else None
