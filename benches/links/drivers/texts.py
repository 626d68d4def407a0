"""urlextract or iocextract, on texts separated by NUL: one JSON object for each, or with `--urls` only the URLs.

With `--names`, urlextract finds addresses, too; it always finds the names of hosts.
"""

import json
import sys


def urlextract_finder():
    from urlextract import URLExtract

    extractor = URLExtract(extract_email="--names" in sys.argv)
    return lambda text: [[url, *place] for url, place in extractor.gen_urls(text, get_indices=True)]


def iocextract_finder():
    import iocextract

    return lambda text: [[url] for url in iocextract.extract_urls(text)]


def main():
    find = {"urlextract": urlextract_finder, "iocextract": iocextract_finder}[sys.argv[1]]()
    for number, text in enumerate(sys.stdin.buffer.read().decode().split("\0")):
        if "--urls" in sys.argv:
            print(*(url for url, *_ in find(text)), sep="\n")
        else:
            print(json.dumps({"id": number, "found": find(text)}))


main()
