"""Python's `email` and a regular expression: prints the links of a mailbox. `bench/tools.py` calls the same functions."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.texts import regex_links, texts_of

preparation, _, mailbox = sys.argv[1:]
for message in re.split(rb"^(?=From )", Path(mailbox).read_bytes(), flags=re.M):
    for text in texts_of(message, preparation):
        for url in regex_links(text):
            print(url)
