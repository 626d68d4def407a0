"""urlextract or iocextract, on texts: one JSON object a line."""

import json
import sys


def urlextract_finder():
    from urlextract import URLExtract

    extractor = URLExtract()
    return lambda text: [[url, *place] for url, place in extractor.gen_urls(text, get_indices=True)]


def iocextract_finder():
    import iocextract

    return lambda text: [[url] for url in iocextract.extract_urls(text)]


def main():
    find = {"urlextract": urlextract_finder, "iocextract": iocextract_finder}[sys.argv[1]]()
    for line in sys.stdin:
        document = json.loads(line)
        print(json.dumps({"id": document["id"], "found": find(document["text"])}))


main()
