#!/usr/bin/env python3
"""Compare the URLs that urlsift finds in HTML attributes with those that html5lib finds.

    python3 attributes.py [--urlsift PROGRAM] FILE...

Each FILE is a message, or a page if it begins with a doctype or a tag of one. Its parts are decoded by Python's email package and read by
html5lib, which drives its tokenizer as a browser does. The values of all URL attributes must be the same, in the same
order, and the bytes of the file at the pieces of each link must decode to its URL. Prints each difference and a summary;
the exit status is 1 if there is a difference, 77 if html5lib is not installed (pip install html5lib).

Not compared: parts that are in an unknown transfer encoding, and characters that are not ASCII where the charset is not
declared or wrong, since urlsift guesses it.
"""

import argparse
import base64
import email
import email.policy
import html
import json
import quopri
import re
import subprocess
import sys

try:
    import html5lib
    from html5lib.constants import tokenTypes
except ImportError:
    print("html5lib is not installed", file=sys.stderr)
    sys.exit(77)

URL_ATTRIBUTES = set(
    "href xlink:href src cite action formaction background longdesc poster data usemap profile codebase icon manifest".split()
)
SPACE = " \t\n\f\r"
MAX_LEN = 8192


def srcset(value):
    """Yield the URLs of a srcset, as HTML's parser of image candidates does."""
    at = 0
    while True:
        while at < len(value) and value[at] in SPACE + ",":
            at += 1
        if at == len(value):
            return
        end = at
        while end < len(value) and value[end] not in SPACE:
            end += 1
        url, at = value[at:end], end
        if url.endswith(","):
            yield url.rstrip(",")
            continue
        yield url
        depth = 0
        while at < len(value):
            depth = {"(": 1, ")": 0}.get(value[at], depth)
            at += 1
            if value[at - 1] == "," and not depth:
                break


def refresh(value):
    """Yield the URL of a refresh."""
    found = re.match(
        r"[ \t\n\f\r]*(?:[0-9]+|(?=\.))[0-9.]*[ \t\n\f\r;,][ \t\n\f\r]*[;,]?[ \t\n\f\r]*(.*)",
        value,
        re.DOTALL,
    )
    if not found:
        return
    rest = found[1]
    name = re.match(r"url[ \t\n\f\r]*=[ \t\n\f\r]*", rest, re.IGNORECASE)
    rest = rest[name.end() :] if name else rest
    if rest[:1] in ("'", '"'):
        rest = rest[1:].split(rest[0])[0]
    yield rest


def clean(url):
    """Return a URL without blanks at its ends, tabs and line breaks."""
    ends = "".join(map(chr, range(0x21)))
    return re.sub(r"[\t\n\r]", "", url.strip(ends))


def urls_of_tag(name, attributes):
    """Yield the URLs of a start tag; None for a value that is too long."""
    for attribute, value in attributes.items():
        is_refresh = name == "meta" and attributes.get("http-equiv", "").lower() == "refresh"
        is_wanted = attribute in URL_ATTRIBUTES | {"ping", "srcset", "imagesrcset"}
        if not (is_wanted or (attribute == "content" and is_refresh)):
            continue
        if len(value.lstrip("".join(map(chr, range(0x21)))).encode("utf-8", "replace")) > MAX_LEN:
            yield None
            continue
        if attribute == "ping":
            urls = value.split()
        elif attribute in ("srcset", "imagesrcset"):
            urls = srcset(value)
        elif attribute == "content":
            urls = refresh(value)
        else:
            urls = [value]
        yield from (clean(url) for url in urls if clean(url))


class Parser(html5lib.HTMLParser):
    """A parser that collects the URLs of start tags."""

    def parse_urls(self, text):
        self.urls = []
        self.parse(text)
        return self.urls

    def mainLoop(self):
        self.tokenizer = self.collect(self.tokenizer)
        super().mainLoop()

    def collect(self, tokenizer):
        return Collected(tokenizer, self.urls)


class Collected:
    """A tokenizer whose start tags are collected on the way."""

    def __init__(self, tokenizer, urls):
        object.__setattr__(self, "inner", tokenizer)
        object.__setattr__(self, "urls", urls)

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def __setattr__(self, name, value):
        setattr(self.inner, name, value)

    def __iter__(self):
        for token in self.inner:
            if token["type"] == tokenTypes["StartTag"]:
                self.urls.extend(urls_of_tag(token["name"], token["data"]))
            yield token


def is_page(data):
    """Return whether a file is a page and no message."""
    return bool(re.match(rb"\s*<(?:!doctype\s+html|html|head|body)[\s>]", data, re.IGNORECASE))


def payload_of(part):
    """Return the decoded body of a part. The package decodes no base64 at all if something follows it."""
    if str(part.get("Content-Transfer-Encoding")).strip().lower() == "base64":
        lines = re.match(r"\s*(?:[A-Za-z0-9+/]{4,}=*\r?\n)+", str(part.get_payload()))
        if lines:
            return base64.b64decode(lines[0])
    return part.get_payload(decode=True) or b""


def pages(data):
    """Yield the text and the transfer encoding of each page of a file."""
    if is_page(data):
        yield data.decode("utf-8", "replace"), "7bit"
        return
    for part in email.message_from_bytes(data, policy=email.policy.compat32).walk():
        if part.is_multipart() or part.get_content_type() != "text/html":
            continue
        payload = payload_of(part)
        charset = str(part.get_param("charset") or "utf-8")
        try:
            text = payload.decode(charset)
        except (LookupError, UnicodeDecodeError, ValueError):
            text = payload.decode("latin-1")
        encoding = str(part.get("Content-Transfer-Encoding") or "7bit").strip().lower()
        yield text, encoding


def decoded(data, start, end, encoding):
    """Return what the bytes of a piece decode to."""
    raw = data[start:end]
    if encoding == "base64":
        body = re.sub(rb"[^A-Za-z0-9+/]", b"", data[data.rfind(b"\n\n", 0, start) : start])
        chars = b"A" * (len(body) % 4) + re.sub(rb"[^A-Za-z0-9+/]", b"", raw)
        complete = len(chars) * 6 // 8
        raw = base64.b64decode(chars + b"A" * (-len(chars) % 4))[len(body) % 4 : complete]
    if encoding == "quoted-printable":
        raw = quopri.decodestring(re.sub(rb"[ \t]*\r?\n", b"\n", raw))
    text = raw.decode("utf-8", "replace")
    text = re.sub("[\t\r\n]", "", text)
    # A reference without a semicolon is one only if neither `=` nor a letter or digit follows.
    return re.sub(
        r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z0-9]+;|[A-Za-z0-9]+(?![A-Za-z0-9=]))",
        lambda found: html.unescape(found[0]),
        text,
    )


def is_ascii(text):
    return all(char < "\x80" for char in text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--urlsift", default="urlsift")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    totals = dict.fromkeys(("files", "urls", "too long", "differences", "wrong pieces", "unchecked pieces"), 0)
    for path in args.files:
        with open(path, "rb") as file:
            data = file.read()
        expected, encodings = [], []
        for text, encoding in pages(data):
            for url in Parser().parse_urls(text):
                if url is None:
                    totals["too long"] += 1
                else:
                    expected.append(url)
                    encodings.append(encoding)
        if not expected and not data:
            continue
        command = [args.urlsift, "list", "--delimiter", "attribute", "--conforms", "none", "--json", path]
        command += [] if is_page(data) else ["--in", "body"]
        output = subprocess.run(command, capture_output=True, check=False)
        links = [json.loads(line) for line in output.stdout.splitlines()]
        found = [link["url"] for link in links]
        totals["files"] += 1
        totals["urls"] += len(expected)
        same = len(found) == len(expected) and all(
            ours == theirs or not (is_ascii(ours) and is_ascii(theirs)) for ours, theirs in zip(found, expected)
        )
        if not same:
            totals["differences"] += 1
            index = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
            print(f"{path}: {len(found)} found, {len(expected)} expected; number {index}:")
            print(f"  {found[index:index + 1]}\n  {expected[index:index + 1]}")
            continue
        for link, encoding in zip(links, encodings):
            if not is_ascii(link["url"]):
                totals["unchecked pieces"] += 1
                continue
            text = "".join(decoded(data, start, end, encoding) for start, end in link["pieces"])
            if text != link["url"]:
                totals["wrong pieces"] += 1
                print(f"{path} at {link['offset']}: {text!r} is not {link['url']!r}")
    print(", ".join(f"{count} {name}" for name, count in totals.items()))
    return int(totals["differences"] + totals["wrong pieces"] > 0)


if __name__ == "__main__":
    sys.exit(main())
