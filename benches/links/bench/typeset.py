"""The classes of typeset text: documents whose source has each URL in one piece, and what formatters make of them.

The sources are generated, apart from one set of real manual pages that a package of npm has. A link counts where it can be
found again in the text that a formatter wrote: with line breaks, indentation and hyphens of the formatter between its
characters, and not inside a longer word.
"""

import html
import random
import re
import shutil
import subprocess

from . import prose
from .document import Document, Truth
from .urls import Urls

MAN_WIDTHS = [60, 72, 80, 100, 132]
DEVICES = ["ascii", "latin1", "utf8"]
WIDTHS = [60, 72, 80]
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

    def __init__(self, group, number, is_usable=lambda url: True):
        self.rng = random.Random(f"{group} {number}")
        urls = Urls(self.rng)
        self.title = self.words(3)
        self.links = []
        while len(self.links) < LINKS_PER_PAGE:
            # Pages have no tracking links.
            url = urls.make(least=25, most=110)
            if is_usable(url):
                self.links.append((self.words(10), url, self.rng.choice(["shown", "titled", "listed"]), self.words(10)))

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
        path = self.folder / "page.html"
        path.write_text(source)
        return path

    def lynx(self, source, width):
        path = self.page(source)
        return run(["lynx", "-dump", "-display_charset=utf-8", "-assume_charset=utf-8", f"-width={width}", path]).decode()

    def w3m(self, source, width):
        return run(["w3m", "-dump", "-O", "utf-8", "-I", "utf-8", "-cols", width, self.page(source)]).decode()

    def xml2rfc(self, source):
        path = self.folder / "draft.xml"
        path.write_text(source)
        out = path.with_suffix(".txt")
        run([self.python.parent / "xml2rfc", "--quiet", "--text", "--no-network", path, "-o", out])
        return out.read_text()


def man(formatters):
    for number in range(PAGES):
        page = Page("man", number)
        source = roff(page, number)
        for width in MAN_WIDTHS:
            for device in DEVICES:
                yield f"{number}.{width}.{device}", formatters.groff(source, width, device), page.urls()


def drafts(formatters):
    for number in range(3 * PAGES):
        page = Page("rfc", number)
        yield str(number), formatters.xml2rfc(internet_draft(page)), page.urls() + BOILERPLATE


def restructured(formatters):
    for number in range(PAGES):
        # docutils ends a URL before some characters.
        page = Page("rst", number, lambda url: not set("()~#!;@") & set(url))
        source = rst(page)
        manual = formatters.docutils(source, "manpage")
        for width in WIDTHS:
            yield f"{number}.{width}.man", formatters.groff(manual, width, "utf8"), page.urls()
            yield f"{number}.{width}.pandoc", formatters.pandoc(source, "rst", "plain", width), page.urls()


def marked_down(formatters):
    for number in range(PAGES):
        page = Page("markdown", number)
        source = markdown(page)
        manual = formatters.pandoc(source, "commonmark", "man", 72)
        manual = f".TH PAGE 7\n{manual}"
        for width in WIDTHS:
            yield f"{number}.{width}.man", formatters.groff(manual, width, "ascii"), page.urls()
            for to in ("plain", "rst", "markdown"):
                yield f"{number}.{width}.{to}", formatters.pandoc(source, "commonmark", to, width), page.urls()


def browsers(formatters):
    for number in range(PAGES):
        # lynx adds a slash to a URL without a path.
        page = Page("browsers", number, lambda url: url.count("/") > 2)
        source = formatters.pandoc(markdown(page), "commonmark", "html")
        for width in WIDTHS:
            yield f"{number}.{width}.lynx", formatters.lynx(source, width), page.urls()
            yield f"{number}.{width}.w3m", formatters.w3m(source, width), page.urls()


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


def real_man(formatters):
    """The manual pages of npm, which its package holds. Their URLs are as they come: short, and many in brackets."""
    for path in sorted(formatters.folders["npm"].glob("man/man*/*")):
        urls, doubtful = real_urls(path.read_text())
        if len(urls) >= 2:
            for width in MAN_WIDTHS:
                yield f"{path.name}.{width}", formatters.groff(path.read_text(), width, "utf8"), urls, doubtful


# The name of each class, what it is, the programs it needs, and its texts.
CLASSES = {
    "man": ("manual pages, set by groff at five widths of 60 to 132 columns for three devices", ["groff"], man),
    "man-npm": ("the manual pages of npm, set by groff at five widths", ["groff", "the package npm"], real_man),
    "rfc": ("Internet-Drafts, set by xml2rfc", ["xml2rfc"], drafts),
    "rst": ("reStructuredText as a manual page, and by pandoc", ["docutils", "groff", "pandoc"], restructured),
    "markdown": ("Markdown by pandoc: as plain text, two markups, and a manual page", ["groff", "pandoc"], marked_down),
    "browsers": ("HTML pages as lynx and w3m print them", ["pandoc", "lynx", "w3m"], browsers),
}


def generate(group, formatters):
    """Returns the documents of a class."""
    return [Document(group, f"{name}.txt", text.encode(), aligned(text, urls), *doubtful)
            for name, text, urls, *doubtful in CLASSES[group][2](formatters)]
