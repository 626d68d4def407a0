#!/usr/bin/env python3
"""The text parts of messages, decoded by Python's email package: a second opinion.

    python3 decode.py [--mbox] [--list NAMES] FILE...

Each FILE is one message, or with --mbox a mailbox; NAMES is a file with the names of more, one in each line, and `-`
stands for standard input. They come behind those that are given. Written to standard output, for each text part that is
not HTML, in the order in which they stand in the file:

    part <file index> <message index> <content type> <number of bytes>\\n<bytes>\\n

Both indexes count from 0; the bytes are UTF-8. A multipart in which the package finds no parts is written as
one, with its own type. Of a message that it fails on the body is written raw, as text/plain, and what went
wrong to standard error; it never ends the run.

What it does otherwise than urlsift, and on purpose does not mend: it leaves out headers, preambles and
epilogues, leaves format=flowed, uuencoded files inside a text and `>From ` as they are, ends a header's line at
a CR alone, and a base64 part with a foreign line in it may come out as anything.
"""

import argparse
import codecs
import email
import email.policy
import os
import re
import sys

# compat32 keeps bytes that it cannot decode, and raises less than the newer policies do.
POLICY = email.policy.compat32

# A From line begins a message at the start of the file or behind an empty line, if it has a time and a year.
FROM = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*?[A-Z][a-z]{2} +\d{1,2} +\d{1,2}:\d\d(?::\d\d)?[^\n]*?"
    rb"\b(?:19|20)\d\d\b[^\n]*(?:\n|\Z)"
)
# Codecs of Python's that are no charsets of mail, or that stop at errors, whatever they are told.
NO_CHARSETS = {"idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape", "utf-7"}


def messages(data, is_mbox):
    """The messages of a file, each without its From line."""
    if not is_mbox:
        return [data]
    starts = list(FROM.finditer(data))
    if not starts:
        return [data]
    ends = [found.start() for found in starts[1:]] + [len(data)]
    return [data[found.end() : end] for found, end in zip(starts, ends)]


def leaves(message):
    """The parts without parts of their own, those of attached messages included, in order."""
    # Not walk(), which recurses: a message may hold a thousand others.
    left = [message]
    while left:
        part = left.pop()
        if part.is_multipart():
            left.extend(reversed(part.get_payload()))
        else:
            yield part


def charset_of(part):
    """The declared charset if Python knows it as one."""
    try:
        name = part.get_content_charset()
        info = codecs.lookup(name) if name else None
    except (LookupError, ValueError, TypeError, UnicodeError, AttributeError):
        return None
    # base64, rot13 and others are codecs, too.
    if info is None or not info._is_text_encoding or info.name in NO_CHARSETS:
        return None
    return info.name


def to_utf8(raw, charset):
    """As declared if it is known, else UTF-8 if it is, else Latin-1."""
    # What declares itself as ASCII and is not is as good as undeclared.
    if charset == "ascii" and not raw.isascii():
        charset = None
    if charset is None:
        try:
            return raw.decode("utf-8").encode("utf-8")
        except UnicodeDecodeError:
            return raw.decode("latin-1").encode("utf-8")
    return raw.decode(charset, "replace").encode("utf-8", "replace")


def parts(raw):
    """The content type and the text of each text part that is not HTML."""
    for part in leaves(email.message_from_bytes(raw, policy=POLICY)):
        kind = part.get_content_type()
        if not kind.startswith(("text/", "multipart/")) or kind == "text/html":
            continue
        body = part.get_payload(decode=True)
        if body is not None:
            yield kind, to_utf8(body, charset_of(part))


def body_of(raw):
    """What stands behind the first empty line."""
    found = re.search(rb"\r?\n\r?\n", raw)
    return raw[found.end() :] if found else raw


def all_parts(raw, name):
    """As parts, but never fails."""
    try:
        return list(parts(raw))
    except Exception as error:  # noqa: BLE001: whatever the package raises, the message is written
        print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        return [("text/plain", to_utf8(body_of(raw), None))]


def listed(names):
    """The names that a file holds, one in each line, as the system spells them."""
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
    options.add_argument("--list", metavar="NAMES", help="a file with the names of more files, one in each line")
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
                # A content type may hold anything but white space, and must not break the frame.
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
