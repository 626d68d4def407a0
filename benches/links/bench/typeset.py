"""The classes of typeset text: documents whose source has each URL in one piece, and what formatters make of them.

The sources are generated, apart from one set of real manual pages that a package of npm has. A link counts where it can be
found again in the text that a formatter wrote: with line breaks, indentation and hyphens of the formatter between its
characters, and not inside a longer word.
"""

import html
import os
import random
import re
import shutil
import subprocess

from . import prose
from .document import Document, Truth
from .urls import DOMAINS, SET_DOMAINS, Urls

WIDTHS = [60, 66, 72, 76, 80, 100, 132]
PAGES = 6
LINKS_PER_PAGE = 12

BREAK = r"(?:[-\u2010\u00ad]?\n[ \t]*)?"
# A URL that goes on is another one.
END = r"(?![\w/#%?=&~+@-]|[.:;,!](?=[\w/]))"


def pattern(url):
    parts = ["[-\u2010]" if character == "-" else re.escape(character) for character in url]
    return re.compile(r"(?<![\w])" + BREAK.join(f"({part})" for part in parts) + END)


def aligned(text, urls):
    """Returns the truths of a text: those URLs that stand in it, with their places if they do so once."""
    truths = []
    starts = [0]
    for character in text:
        starts.append(starts[-1] + len(character.encode()))
    for url in urls:
        matches = list(pattern(url).finditer(text))
        if matches:
            pieces = None
            if len(matches) == 1:
                pieces = []
                for number in range(1, len(url) + 1):
                    start, end = (starts[at] for at in matches[0].span(number))
                    if pieces and pieces[-1][1] == start:
                        pieces[-1][1] = end
                    else:
                        pieces.append([start, end])
            truths.append(Truth(url, pieces))
    return truths


def run(command, text=None, **options):
    command = [str(word) for word in command]
    done = subprocess.run(command, input=text and text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **options)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
    return done.stdout


# What xml2rfc writes into each draft.
BOILERPLATE = ["https://datatracker.ietf.org/drafts/current/", "https://trustee.ietf.org/license-info"]


class Page:
    """Paragraphs with links: what is written before, the URL, how it is written, what comes after."""

    def __init__(self, group, number, seed, is_usable=lambda url: True):
        self.rng = random.Random(f"{seed} {group} {number}")
        # groff hyphenates hosts; a tool that knows top-level domains would miss the others elsewhere.
        urls = Urls(self.rng, SET_DOMAINS if group in ("man", "man-utf8") else DOMAINS)
        self.title = self.words(3)
        # Pages have no tracking links. Of URLs that end in punctuation no formatter knows the end.
        self.links = [(self.words(10), urls.make(25, 110, lambda url: url[-1] not in ".,;:!?)&=" and is_usable(url)),
                       self.rng.choice(["shown", "titled", "listed"]), self.words(10)) for _ in range(LINKS_PER_PAGE)]
        # Where a page is set once, and not at all widths.
        self.width = self.rng.choice(WIDTHS)
        # URLs that the formatter adds.
        self.extra = []

    def words(self, count):
        return " ".join(prose.words(self.rng, self.rng.randint(max(1, count // 2), count), bait=0))

    def urls(self):
        return [url for _, url, _, _ in self.links]


def roff(page, number):
    """A manual page as people write it: `.UR`, italics, angle brackets, or nothing; `-` is escaped by half of them."""
    out = [f".TH PAGE{number} 7", ".SH NAME", f"page{number} \\- {page.title}", ".SH DESCRIPTION"]
    for before, url, kind, after in page.links:
        written = url.replace("-", "\\-") if page.rng.random() < 0.5 else url
        # A line must not begin with a control character, which no URL does.
        out += [".PP", before]
        if kind == "titled":
            out += [f".UR {written}", page.words(2), ".UE ."]
        elif kind == "listed":
            out += [".RS", written, ".RE"]
        else:
            out.append(page.rng.choice([written, f"\\fI{written}\\fR", f"<{written}>", f"({written}),"]))
        out.append(after)
    return "\n".join(out) + "\n"


def rst(page):
    out = [page.title, "=" * len(page.title), ""]
    for before, url, kind, after in page.links:
        written = {"shown": url, "titled": f"`{page.words(3)} <{url}>`__", "listed": f"\n\n* {url}\n\n"}[kind]
        out += [f"{before} {written} {after}".replace(" \n", "\n").replace("\n ", "\n"), ""]
    return "\n".join(out)


def markdown(page):
    out = [f"# {page.title}", ""]
    for before, url, kind, after in page.links:
        written = {"shown": f"<{url}>", "titled": f"[{page.words(3)}]({url})", "listed": f"\n\n- <{url}>\n\n"}[kind]
        out += [f"{before} {written} {after}".replace(" \n", "\n").replace("\n ", "\n"), ""]
    return "\n".join(out)


def internet_draft(page):
    """An Internet-Draft in the XML of RFC 7991, with links in its text and in its references."""
    out = [
        '<?xml version="1.0" encoding="utf-8"?>\n<rfc version="3" ipr="trust200902" docName="draft-example-links-00" category="info" '
        'submissionType="independent"><front>',
        f"<title>{page.title}</title>", '<seriesInfo name="Internet-Draft" value="draft-example-links-00"/>'
        '<author fullname="Ann Archer" initials="A." surname="Archer"><organization>Library</organization></author>'
        '<date year="2020" month="January" day="1"/><abstract><t>About links.</t></abstract></front><middle><section><name>One</name>',
    ]
    references = []
    for number, (before, url, kind, after) in enumerate(page.links):
        target = html.escape(url)
        if kind == "listed":
            references.append(f'<reference anchor="R{number}" target="{target}"><front><title>{page.words(5)}</title><author>'
                              f"<organization>Library</organization></author><date year=\"2001\"/></front></reference>")
            written = f'<xref target="R{number}"/>'
        elif kind == "titled":
            written = f'<eref target="{target}">{page.words(3)}</eref>'
        else:
            written = f'<eref target="{target}"{page.rng.choice(["", " brackets=" + chr(34) + "angle" + chr(34)])}/>'
        out.append(f"<t>{before} {written} {after}.</t>")
    out.append("</section></middle><back>" + (f"<references><name>References</name>{''.join(references)}</references>" if references else "")
               + "</back></rfc>")
    return "\n".join(out)


class Formatters:
    """Runs the formatters, in a folder of its own."""

    def __init__(self, cache, folders):
        self.python = cache / "venv/bin/python"
        # Packages whose documents are read, by name.
        self.folders = folders
        self.folder = cache / "sources"
        self.folder.mkdir(parents=True, exist_ok=True)

    def has(self, program):
        if program in ("docutils", "xml2rfc"):
            return (self.python.parent / ("xml2rfc" if program == "xml2rfc" else "rst2html")).exists()
        return shutil.which(program) or program.removeprefix("the package ") in self.folders

    def groff(self, source, width, device):
        """Sets a manual page as `man` does for a pipe: without bold and underlined letters."""
        out = run(["groff", "-man", f"-T{device}", f"-rLL={width}n", "-P-c"], source, env={"GROFF_NO_SGR": "1", "PATH": "/usr/bin:/bin"})
        text = out.decode("latin-1" if device == "latin1" else "utf-8")
        return re.sub(".\b", "", text)

    def docutils(self, source, writer):
        return run([self.python, "-m", "docutils", f"--writer={writer}"], source).decode()

    def pandoc(self, source, fro, to, width=72):
        return run(["pandoc", "-f", fro, "-t", to, f"--columns={width}"], source).decode()

    def page(self, source):
        """Writes an HTML page for a browser, and returns its path."""
        # Several processes write pages at once.
        path = self.folder / f"page-{os.getpid()}.html"
        path.write_text(source)
        return path

    def lynx(self, source, width):
        path = self.page(source)
        return run(["lynx", "-dump", "-display_charset=utf-8", "-assume_charset=utf-8", f"-width={width}", path]).decode()

    def w3m(self, source, width):
        return run(["w3m", "-dump", "-O", "utf-8", "-I", "utf-8", "-cols", width, self.page(source)]).decode()

    def xml2rfc(self, source):
        path = self.folder / f"draft-{os.getpid()}.xml"
        path.write_text(source)
        out = path.with_suffix(".txt")
        run([self.python.parent / "xml2rfc", "--quiet", "--text", "--no-network", path, "-o", out])
        return out.read_text()


# Each class yields, for a page, its name, its URLs, and how it is set: a function of the width, or `None` where the width is fixed.


def manual(device, name):
    def pages(formatters, seed):
        for number in range(PAGES):
            page = Page(name, number, seed)
            source = roff(page, number)
            yield page, lambda width, source=source: formatters.groff(source, width, device), []

    return pages


def drafts(formatters, seed):
    for number in range(PAGES // 2):
        page = Page("rfc", number, seed)
        source = internet_draft(page)
        page.width = 72
        page.extra = BOILERPLATE
        yield page, lambda width, source=source: formatters.xml2rfc(source), []


def restructured(formatters, seed):
    for number in range(PAGES):
        # docutils ends a URL before some characters.
        page = Page("rst", number, seed, lambda url: not set("()~#!;@*,'") & set(url))
        source = rst(page)
        if number % 2:
            manual_page = formatters.docutils(source, "manpage")
            yield page, lambda width, source=manual_page: formatters.groff(source, width, "ascii"), []
        else:
            yield page, lambda width, source=source: formatters.pandoc(source, "rst", "plain", width), []


def marked_down(formatters, seed):
    for number in range(PAGES):
        page = Page("markdown", number, seed)
        source = markdown(page)
        if number % 4 == 0:
            manual_page = f".TH PAGE 7\n{formatters.pandoc(source, 'commonmark', 'man', 72)}"
            yield page, lambda width, source=manual_page: formatters.groff(source, width, "ascii"), []
        else:
            to = [None, "plain", "rst", "markdown"][number % 4]
            yield page, lambda width, source=source, to=to: formatters.pandoc(source, "commonmark", to, width), []


def browsers(formatters, seed):
    for number in range(PAGES):
        # lynx adds a slash to a URL without a path.
        page = Page("browsers", number, seed, lambda url: url.count("/") > 2)
        source = formatters.pandoc(markdown(page), "commonmark", "html")
        browser = formatters.lynx if number % 2 else formatters.w3m
        yield page, lambda width, source=source, browser=browser: browser(source, width), []


def real_urls(source):
    """Returns the URLs of a manual page of npm, and what looks like one without being a link for certain."""
    source = re.sub(r"\\f.", "", source.replace("\\-", "-")).replace("\\(la", "<").replace("\\(ra", ">")
    urls, doubtful = set(), set()
    for token in re.findall(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s<>\"\\|]*", source):
        while token.endswith((".", ",", ";", ":", "'")) or token.endswith(")") and token.count("(") < token.count(")"):
            token = token[:-1]
        is_link = re.match(r"(?:https?|ftp)://\w[\w-]*\.\w", token)
        (urls if is_link else doubtful).add(token)
    return sorted(urls), sorted(doubtful)


class RealPage:
    """A manual page of npm. Its URLs are as they come: short, and many in brackets."""

    def __init__(self, path, seed):
        self.source, self.extra = path.read_text(), []
        self.found, self.doubtful = real_urls(self.source)
        self.width = random.Random(f"{seed} {path.name}").choice(WIDTHS)

    def urls(self):
        return self.found


def real_man(formatters, seed):
    paths = sorted(formatters.folders["npm"].glob("man/man*/*"))
    pages = [page for page in (RealPage(path, seed) for path in paths) if len(page.found) >= 2]
    # A fifth of the pages for each seed, so that no page counts twice in five.
    for page in pages[seed % 5 :: 5]:
        yield page, lambda width, source=page.source: formatters.groff(source, width, "ascii"), page.doubtful


# The name of each class, what it is, the programs it needs, and its pages.
CLASSES = {
    "man": ("manual pages in ASCII, set by groff", ["groff"], manual("ascii", "man")),
    "man-utf8": ("manual pages in UTF-8, where `⟨` and `⟩` stand around links", ["groff"], manual("utf8", "man-utf8")),
    "man-npm": ("the manual pages of npm, set by groff", ["groff", "the package npm"], real_man),
    "rfc": ("Internet-Drafts, set by xml2rfc", ["xml2rfc"], drafts),
    "rst": ("reStructuredText as a manual page, and by pandoc", ["docutils", "groff", "pandoc"], restructured),
    "markdown": ("Markdown by pandoc: as plain text, two markups, and a manual page", ["groff", "pandoc"], marked_down),
    "browsers": ("HTML pages as lynx and w3m print them", ["pandoc", "lynx", "w3m"], browsers),
}
TITLES = {name: what[0] for name, what in CLASSES.items()}


def missing(group, formatters):
    return [program for program in CLASSES[group][1] if not formatters.has(program)]


def generate(group, formatters, seed, widths=None):
    """Returns the documents of a class: each page once, or at all of some widths."""
    out = []
    for number, (page, setter, doubtful) in enumerate(CLASSES[group][2](formatters, seed)):
        for width in widths or [page.width]:
            text = setter(width)
            out.append(Document(group, f"{seed}.{number}.{width}.txt", text.encode(), aligned(text, page.urls() + page.extra), doubtful))
    return out
