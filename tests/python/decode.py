#!/usr/bin/env python3
"""Write the text parts of messages as decoded by Python's email package.

    python3 decode.py [--mbox] [--list NAMES] FILE...

Each FILE is a message or, with --mbox, a mailbox. NAMES is a file with the names of more files, one per line; `-` is
standard input. These files follow those on the command line. The output has a record for each text part that is not
HTML, in the order of the files:

    part <file index> <message index> <content type> <number of bytes>\\n<bytes>\\n

Both indexes count from 0; the bytes are UTF-8. A multipart in which the package finds no parts is written as a single
part with its own type. If the package fails on a message, the body is written raw, as text/plain, the error goes to
standard error, and the run continues.

Known differences from urlsift, left as they are: the package omits headers, preambles and epilogues; it does not decode
format=flowed, uuencoded files inside a text, or `>From `; it ends a header line at a CR alone; and it may decode a base64
part with a foreign line to anything.
"""

import argparse
import codecs
import email
import email.policy
import os
import re
import sys

# compat32 keeps bytes that it cannot decode, and raises fewer errors than newer policies.
POLICY = email.policy.compat32

# A From line begins a message at the start of the file or after an empty line, if it has a time and a year.
FROM = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*?[A-Z][a-z]{2} +\d{1,2} +\d{1,2}:\d\d(?::\d\d)?[^\n]*?"
    rb"\b(?:19|20)\d\d\b[^\n]*(?:\n|\Z)"
)
# Codecs of Python that are not charsets of mail, or that fail on errors even with errors="replace".
NO_CHARSETS = {"idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape", "utf-7"}


def messages(data, is_mbox):
    """Return the messages of a file, without their From lines."""
    if not is_mbox:
        return [data]
    starts = list(FROM.finditer(data))
    if not starts:
        return [data]
    ends = [found.start() for found in starts[1:]] + [len(data)]
    return [data[found.end() : end] for found, end in zip(starts, ends)]


def leaves(message):
    """Yield the leaf parts in order, including those of attached messages."""
    # walk() is recursive, and messages may be nested a thousand deep.
    left = [message]
    while left:
        part = left.pop()
        if part.is_multipart():
            left.extend(reversed(part.get_payload()))
        else:
            yield part


def charset_of(part):
    """Return the declared charset, or None if Python does not know it as a charset."""
    try:
        name = part.get_content_charset()
        info = codecs.lookup(name) if name else None
    except (LookupError, ValueError, TypeError, UnicodeError, AttributeError):
        return None
    # Codecs such as base64 and rot13 are not charsets.
    if info is None or not info._is_text_encoding or info.name in NO_CHARSETS:
        return None
    return info.name


def to_utf8(raw, charset):
    """Decode by the declared charset if known, else as UTF-8 if valid, else as Latin-1."""
    # A false declaration of ASCII is ignored.
    if charset == "ascii" and not raw.isascii():
        charset = None
    if charset is None:
        try:
            return raw.decode("utf-8").encode("utf-8")
        except UnicodeDecodeError:
            return raw.decode("latin-1").encode("utf-8")
    return raw.decode(charset, "replace").encode("utf-8", "replace")


def parts(raw):
    """Yield the content type and the text of each text part that is not HTML."""
    for part in leaves(email.message_from_bytes(raw, policy=POLICY)):
        kind = part.get_content_type()
        if not kind.startswith(("text/", "multipart/")) or kind == "text/html":
            continue
        body = part.get_payload(decode=True)
        if body is not None:
            yield kind, to_utf8(body, charset_of(part))


def body_of(raw):
    """Return what follows the first empty line."""
    found = re.search(rb"\r?\n\r?\n", raw)
    return raw[found.end() :] if found else raw


def all_parts(raw, name):
    """Return the parts, or the raw body if the package fails."""
    try:
        return list(parts(raw))
    except Exception as error:  # noqa: BLE001: the package may raise anything
        print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        return [("text/plain", to_utf8(body_of(raw), None))]


def listed(names):
    """Return the names in a file, one per line, decoded as file names."""
    if names is None:
        return []
    if names == "-":
        raw = sys.stdin.buffer.read()
    else:
        with open(names, "rb") as file:
            raw = file.read()
    return [os.fsdecode(name) for name in raw.split(b"\n") if name]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--mbox", action="store_true", help="each FILE is a mailbox")
    options.add_argument("--list", metavar="NAMES", help="a file with the names of more files, one per line")
    options.add_argument("file", nargs="*")
    given = options.parse_args()
    out = sys.stdout.buffer
    failed = False
    for file_index, path in enumerate(given.file + listed(given.list)):
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed = True
            continue
        for index, raw in enumerate(messages(data, given.mbox)):
            for kind, text in all_parts(raw, f"{path}: message {index}"):
                # A content type may contain anything but white space. It must not break the record.
                kind = re.sub(r"[^!-~]", "?", kind)
                out.write(b"part %d %d %s %d\n" % (file_index, index, kind.encode("ascii"), len(text)))
                out.write(text)
                out.write(b"\n")
    return 2 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(0)
