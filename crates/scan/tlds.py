#!/usr/bin/env python3
"""Writes src/line/tlds.txt from IANA's list of top-level domains on standard input, which is at
https://data.iana.org/TLD/tlds-alpha-by-domain.txt: each name in lower case, and what an `xn--` name encodes."""
import pathlib
import sys

names = {line.strip().lower() for line in sys.stdin if not line.startswith("#")}
names |= {name[4:].encode().decode("punycode") for name in names if name.startswith("xn--")}
lines = sorted(name.encode() for name in names if name)
pathlib.Path(__file__).parent.joinpath("src/line/tlds.txt").write_bytes(b"\n".join(lines) + b"\n")
