#!/usr/bin/env python3
"""Counts what the benchmark imitates, in archives of real mail: forms of URLs, where links stand, widths of cut lines.

    python3 benches/links/count.py ARCHIVES      # writes benches/links/counts.json

No tool that is measured takes part. Of the texts only counts are written, and the forms of URLs without their words.
"""

import collections
import email
import html
import json
import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from bench import archives, labels  # noqa: E402
from bench.texts import Page, decoded_part  # noqa: E402

URL = re.compile(archives.SCHEME + r"[^\s<>\"]+", re.I)
ANGLE = re.compile(r"<(?:URL:)?\s*(" + archives.SCHEME + r"[^\s<>\"]+)>", re.I)
# A URL that reaches the end of its line after an opening bracket, and the line that has the closing one.
ANGLE_CUT = re.compile(r"^(.*<(?:URL:)?" + archives.SCHEME + r"[^\s<>\"]*)[ \t]*\n[>|: \t]*[^\s<>]+>", re.I | re.M)
HREF = re.compile(r"<a\s[^>]*?href\s*=\s*\"(" + archives.SCHEME + r"[^\s<>\"]+)\"", re.I)
AT = re.compile(r" at [\w-]+\.[\w.-]+")
# What may be the name of a host without a scheme: its port, and its path.
NAME = re.compile(r"(?<![\w@/.:+$~%=-])((?:[a-z0-9-]+\.)+[a-z]{2,})(?![\w@-])(:\d+)?([/?#][^\s<>\"]*)?", re.I)
# What RFC 3986 has not: nobody can say where such a URL ends in a text.
NO_URL = re.compile(r"[\\^`{}|\x00-\x20]|%(?![0-9A-Fa-f]{2})")
# All other values, such as none, are read as `7bit`.
ENCODINGS = ("quoted-printable", "base64", "8bit", "binary")
MOST_PER_HOST = 20
MOST_URLS = 2500
# What may stand after a URL without a space, at the end of what the expression above takes. All else is counted as nothing.
AFTER = re.compile(r"[^\w/]*$")
AFTERS = ["", ".", ",", ":", ";", "?", "!", ")", ").", "),", "):"]
# A word of at least this many hosts is no one's own, and stays in the forms.
HOSTS_OF_A_WORD = 12


def main(folder):
    counts = {"messages": 0} | {name: collections.Counter() for name in ("places", "ends", "delimiters", "after")}
    counts["names"] = {}
    counts["html"] = {"encodings": collections.Counter(), "archives": collections.Counter()}
    urls = {}
    for path in archives.files(folder):
        for _, data in archives.messages(folder, path):
            counts["messages"] += 1
            before = counts["places"]["html"]
            count_message(data, counts, urls)
            counts["html"]["archives"][path.split("/")[0]] += counts["places"]["html"] - before
    count_cuts(folder, counts)
    counts["names"] = named(urls, counts["names"])
    kept = chosen(urls)
    known = known_words(kept)
    counts["forms"] = sorted(filter(None, (form(url, known) for url in kept)))
    counts["features"] = {"different URLs": len(urls), "left out, since RFC 3986 has no such URL": len(kept) - len(counts["forms"])} | features(kept)
    out = json.dumps(counts, ensure_ascii=False, indent=0, sort_keys=True, default=dict)
    Path(__file__).with_name("counts.json").write_text(out + "\n")


def count_message(data, counts, urls):
    envelope = data.startswith(b"From ")
    message = email.message_from_bytes(data.replace(b"\r\n", b"\n").split(b"\n", 1)[1] if envelope else data.replace(b"\r\n", b"\n"))
    places = counts["places"]
    places["headers"] += sum(len(URL.findall(str(value))) for _, value in message.items())
    for part in message.walk():
        if part.get_content_maintype() != "text":
            continue
        text = decoded_part(part)
        encoding = str(part.get("Content-Transfer-Encoding", "")).lower().strip()
        if part.get_content_subtype() == "html":
            page = Page()
            page.feed(text)
            links = len(URL.findall("".join(page.out)))
            places["html"] += links
            counts["html"]["encodings"][encoding if encoding in ENCODINGS else "7bit"] += links
            urls.update(dict.fromkeys(html.unescape(url) for url in HREF.findall(text)))
            continue
        is_flowed = "flowed" in str(part.get("Content-Type", "")).lower()
        places["angle-cut"] += len(ANGLE_CUT.findall(text))
        for url in ANGLE.findall(text):
            urls.setdefault(url, None)
        for name, *more in NAME.findall(text):
            counts["names"].setdefault(name.lower(), more)
        for line in text.split("\n"):
            for match in URL.finditer(line):
                place = place_of(line, match, encoding, is_flowed)
                places[place] += place != "angle-cut"
                if place in ("bare", "quoted"):
                    after = AFTER.search(match[0])[0]
                    counts["after"][after if after in AFTERS else ""] += 1
                if place == "delimited":
                    counts["delimiters"][line[match.start() - 1]] += 1
                counts["ends"]["at the end of its line, without a bracket" if not line[match.end():].strip() else "elsewhere"] += place != "angle-cut"


def count_cuts(folder, counts):
    """Counts what is known of the cut links among the labelled places: the rule, the width, quotation, links in the message."""
    rules, columns, quoted, links = (collections.Counter() for _ in range(4))
    places = labels.read(folder)
    for place in places:
        if not place.more:
            continue
        line = place.message[place.message.rfind(b"\n", 0, place.start) + 1 : place.end].decode("utf-8", "replace")
        text, prefix = archives.without_prefix(line)
        # A space at the end is left of flowed text, whose header field an archive has dropped.
        is_flowed = place.message[place.end : place.end + 1] in (b" ", b"\t")
        rules["flowed" if is_flowed else "hyphen" if line.endswith("-") else "column"] += 1
        if not is_flowed and not line.endswith("-"):
            columns[len(text)] += 1
        quoted["quoted" if prefix and ">" in line[:prefix] else "not quoted"] += 1
        links[min(len(URL.findall(place.message.decode("utf-8", "replace"))), 10)] += 1
    counts["cuts"] = {"rules": rules, "columns": columns, "quoted": quoted, "links in the message": links}
    # Places at which a bare link ends its line and another line follows, all of them, and how many of these are cut.
    counts["ends"]["cut, by the labels"] = round(sum(place.weight for place in places if place.more and place.stratum != "open"))
    counts["ends"]["labelled population"] = round(sum(place.weight for place in places if place.stratum != "open"))


def place_of(line, match, encoding, is_flowed):
    """Returns where a link stands: one class for each, the rarer first."""
    before, after = line[: match.start()], line[match.end():]
    opened = re.search(r"<(?:URL:)?\s*$", before, re.I)
    if opened and not after.strip():
        return "angle-cut"
    if AT.match(after):
        return "at"
    if encoding in ("quoted-printable", "base64"):
        return {"quoted-printable": "qp"}.get(encoding, encoding)
    if is_flowed:
        return "flowed"
    if archives.without_prefix(line)[1] and line.lstrip()[:1] in ">|":
        return "quoted"
    if not line.isascii():
        return "scripts"
    if opened and after.startswith(">"):
        return "angle"
    if re.search(r"[\"'(\[{`*_|=]$", before):
        return "delimited"
    return "bare"


def named(urls, names):
    """Counts the hosts of delimited URLs by domain and labels, and those that texts name without a scheme, each once."""
    hosts = {match[1].lower() for url in urls if (match := re.match(r"\w+://([\w-]+(?:\.[\w-]+)*\.[a-z]{2,6})(?![\w.-])", url, re.I))}
    seen = [more for name, more in names.items() if name in hosts]
    return {"domains": collections.Counter(host.rpartition(".")[2] for host in hosts),
            "labels": collections.Counter(host.removeprefix("www.").count(".") + 1 for host in hosts),
            "in texts": {"names": len(seen), "with a port": sum(bool(port) for port, _ in seen), "with a path": sum(bool(path) for _, path in seen),
                         "with www.": sum(name.startswith("www.") for name in names if name in hosts)}}


def chosen(urls):
    """Returns a sample of different URLs, with a limit for each host."""
    by_host, kept = collections.Counter(), []
    order = sorted(urls)
    random.Random(1).shuffle(order)
    for url in order:
        host = url.split("/")[2].lower()
        by_host[host] += 1
        if by_host[host] <= MOST_PER_HOST:
            kept.append(url)
    return kept[:MOST_URLS]


def known_words(kept):
    """Returns the words that are in URLs at many hosts."""
    hosts_of = collections.defaultdict(set)
    for url in kept:
        for word in set(re.findall(r"[A-Za-z]+", url.split("/", 3)[-1])):
            hosts_of[word].add(url.split("/")[2].lower())
    return {word for word, hosts in hosts_of.items() if len(hosts) >= HOSTS_OF_A_WORD and len(word) > 1}


def form(url, known):
    """Returns the form of a URL: `http://h15/a4/{index}.{html}`."""
    match = re.match(r"([A-Za-z]+://)(www\.)?([\w.-]+)(:\d+)?([/?#].*)?$", url, re.S)
    if not match or NO_URL.search(url):
        return None
    scheme, www, host, port, rest = (group or "" for group in match.groups())
    name = "i" if re.fullmatch(r"[\d.]+", host) else f"h{len(host)}"

    def run(match):
        text = match[0]
        if text.startswith("%"):
            return text
        if text in known:
            return "{" + text + "}"
        kind = "d" if text[0].isdigit() else "n" if not text.isascii() else "a" if text[0].islower() else "U" if text.isupper() else "A"
        return f"{kind}{len(text)}"

    rest = re.sub(r"%[0-9A-Fa-f]{2}|[0-9]+|[A-Z]{2,}(?![a-z])|[A-Z][a-z]*|[a-z]+|[^\W\d_]+", run, rest)
    return scheme.lower() + www + name + (":" if port else "") + rest


def features(urls):
    """Returns how many of the chosen URLs have what a reader may ask about."""
    asked = {
        "https": r"https:", "ftp": r"ftp:", "a query": r"\?", "a percent sign": "%", "a final slash": "/$", "a fragment": "#", "a port": r"//[^/]*:\d",
        "a character that is not ASCII": r"[^\x00-\x7f]", "a final full stop or comma": r"[.,]$", "a final parenthesis": r"\)$",
        "60 characters or more": r"^.{60}", "100 characters or more": r"^.{100}",
    }
    return {"chosen": len(urls)} | {name: sum(bool(re.search(one, url, re.S)) for url in urls) for name, one in asked.items()}


if __name__ == "__main__":
    main(sys.argv[1])
