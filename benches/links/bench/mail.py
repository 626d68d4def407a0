"""The classes of mail and news: messages that are written, wrapped, quoted and encoded as mailers do it.

Each class is written from RFC 2045, RFC 3676, RFC 5322 and the habits of the mailers that it names, and not from what
any of the measured programs accepts.
"""

import base64
import html
import itertools
import random
import re
import textwrap

from . import compose, prose, screens
from .compose import Link, angle, bare, either, fill, paragraph, quote
from .document import Document, Truth
from .marked import Encoded, Marked, encode, join, quoted_printable
from .urls import COUNTS, Urls

LINKS_PER_DOCUMENT = 6


class Message:
    """A message that is being written: its links, and what they are written with."""

    def __init__(self, group, number, seed):
        self.rng = random.Random(f"{seed} {group} {number}")
        self.urls = Urls(self.rng)
        self.group, self.number, self.seed = group, number, seed
        self.links = []

    def link(self, url=None, **limits):
        url = url or self.urls.make(**limits)
        self.links.append(Link(url, len(self.links) + 1))
        return self.links[-1]

    def some(self, count=LINKS_PER_DOCUMENT, **limits):
        return [self.link(**limits) for _ in range(count)]

    def header(self, fields=(), charset="us-ascii", encoding="7bit", subtype="plain", parameters=""):
        rng = self.rng
        lines = [
            "From: Ann Archer <ann@example.org>", "To: list@example.org",
            f"Subject: {' '.join(prose.words(rng, 5, bait=0))}",
            f"Date: Mon, {rng.randint(1, 28):02} Jan {rng.randint(1996, 2024)} 09:12:04 +0000",
            f"Message-ID: <{self.group}.{self.number}.{rng.randrange(10**6)}@mail.example.org>", *fields,
            "MIME-Version: 1.0", f"Content-Type: text/{subtype}; charset={charset}{parameters}", f"Content-Transfer-Encoding: {encoding}",
        ]
        return ("\n".join(lines) + "\n\n").encode()

    def plain(self, text, **header):
        """Returns the message with a text that needs no encoding."""
        if not text.text.isascii():
            header = {"charset": "utf-8", "encoding": "8bit"} | header
        return self.header(**header) + encode(text) + b"\n"

    def document(self, encoded, is_placed=True):
        """Returns the finished document."""
        pieces = encoded.pieces() if is_placed else {}
        truths = [Truth(link.url, pieces.get(link.number), link.part) for link in self.links]
        for truth in truths:
            if truth.pieces:
                found = b"".join(encoded.data[start:end] for start, end in truth.pieces)
                assert b"=" in found or b"&amp;" in found or found.decode("utf-8", "replace") == truth.url, (truth.url, found)
        return Document(self.group, f"{self.seed}.{self.number:03}.eml", encoded.data, truths)


def text_of(message, links, write, wrap, per_paragraph=2, **prose_options):
    """Returns paragraphs, wrapped, with some links each."""
    rng = message.rng
    paragraphs = [paragraph(rng, links[at : at + per_paragraph], write, **prose_options) for at in range(0, len(links), per_paragraph)]
    return join([wrap(text) for text in paragraphs], "\n\n")


def filled(message):
    width = message.rng.choice([65, 72, 76])
    return lambda text: fill(text, width)


# The classes.


def line_bare(message):
    return message.document(message.plain(text_of(message, message.some(), bare, filled(message))))


def line_angle(message):
    return message.document(message.plain(text_of(message, message.some(), angle, filled(message))))


def line_delimited(message):
    """A message for each delimiter, with four links."""
    rng, lines = message.rng, []
    for link in message.some(4):
        words_before = " ".join(prose.words(rng, rng.randint(0, 4), bait=0))
        before, after = compose.delimiters(rng)[message.number]
        lines.append(words_before + (" " if words_before else "") + link.written(lambda url, rng, around=(before, after): url.join(around), rng))
    document = message.document(message.plain(join(lines, "\n\n")))
    document.real = compose.delimiter_weight(message.number, rng)
    return document


def last_line(rng, url, word, width):
    """Returns lines of prose and what stands before the link on its line, which has no room for the next word; for a long URL, nothing."""
    words, length, fitting = prose.words(rng, 60, bait=0), 0, []
    for count, one in enumerate(words, 1):
        length = length + 1 + len(one) if length and length + 1 + len(one) <= width else len(one)
        if count >= 4 and length + 1 + len(url) <= width <= length + 1 + len(url) + len(word):
            fitting.append(count)
    *lines, last = textwrap.wrap(" ".join(words[: rng.choice(fitting or [20])]), width)
    return (lines, last + " ") if fitting else ([*lines, last], "")


def hesitant_word(rng, share=0.5):
    """Returns the word after a link, with the name of its kind: as often bait as `share` says."""
    word = rng.choice(prose.BAIT) if rng.random() < share else rng.choice(prose.LATIN)
    return word, "looks like more" if prose.may_go_on(word) else "bait" if word in prose.BAIT else "a word"


def end_in_filled_text(message, width):
    """A link at the end of a line, in filled text or on a line of its own."""
    rng = message.rng
    link = message.link()
    word, what = hesitant_word(rng)
    lines, last = last_line(rng, link.url, word, width)
    if rng.random() < 0.4:
        lines, last = [*lines, last.rstrip()] if last else lines, ""
    link.part = f"{what}, {'60 columns or more' if len(last) + len(link.url) >= 60 else 'shorter'}"
    rest = fill(Marked(" ".join([word, *prose.words(rng, rng.randint(6, 20))])), width)
    return join(["\n".join(lines), "\n" * bool(lines), last, link.written(bare, rng), "\n", rest])


def end_before_space(message, width):
    """The same in text whose lines end in a space, as those of flowed text whose header field is lost; some URLs end where others are cut."""
    rng = message.rng
    end = rng.choice("///-?aaaa")
    if end == "a":
        url = message.urls.make(most=width - 2, is_usable=lambda url: url[-1].isalpha())
    else:
        url = message.urls.make(most=width - 3, is_usable=lambda url: url.count("/") > 3 and url[-1] not in "/-" and not re.search("[?#]", url))
    # A question mark is the sentence's, since hardly any whole link ends in one.
    link = message.link(url + end.strip("?a"))
    word, what = hesitant_word(rng, 0.6)
    lines, last = last_line(rng, url + "-", word, width)
    link.part = f"a space, after {'a letter' if end == 'a' else '/ - ?'}, {'looks like more' if what == 'looks like more' else 'another word'}"
    rest = fill(Marked(" ".join([word, *prose.words(rng, rng.randint(6, 20))])), width)
    return Marked("".join(f"{line} \n" for line in lines) + last) + link.written(bare, rng) + "?" * (end == "?") + " \n" + rest.replace("\n", " \n")


def end_before_last_word(message, width):
    """A link above a word that stands alone on its line: the last of a paragraph, a file name or a number; or in a list of files."""
    rng = message.rng
    kind = rng.randrange(3)
    if kind == 0:
        link = message.link()
        word, what = hesitant_word(rng, 0.8)
        link.part = f"alone, the last of a paragraph, {'looks like more' if what == 'looks like more' else 'another word'}"
        lines, last = last_line(rng, link.url, word, width)
        return join(["\n".join(lines), "\n" * bool(lines), last, link.written(bare, rng), "\n", word + rng.choice(["", "."])])
    if kind == 1:
        link = message.link(least=55)
        link.part = "alone, under a long URL"
        return join([link.written(bare, rng), "\n", rng.choice(prose.FILES)])
    link = message.link()
    link.part = "alone, in a list of files"
    label = " ".join(prose.words(rng, rng.randint(1, 5), bait=0)).capitalize()
    return join([label, ":\n", link.written(bare, rng), "\n", rng.choice(prose.FILES)])


LINE_ENDS = [end_in_filled_text] * 4 + [end_before_space] * 3 + [end_before_last_word] * 3


def line_ends(message):
    """Whole links that end their lines, and lines after them that look like more."""
    rng = message.rng
    width = rng.choice(compose.WIDTHS[:-1])
    write = LINE_ENDS[message.number % len(LINE_ENDS)]
    text = join([write(message, width) for _ in range(LINKS_PER_DOCUMENT)], "\n\n")
    if rng.random() < 0.4:
        text = quote(text, rng.randrange(len(compose.QUOTES)), rng, rng.randint(1, 2))
    return message.document(message.plain(text))


# What may stand next to a URL that does not end it clearly. The truth is what the author meant: `\0`, and nothing else.
ENDS = [
    "(see \0)", "(\0).", "[\0]", "{0}({0}: \0)", "\0, {0}", "\0,{0}", "\0.", "\0;", "\0:", "\0!", "\0?", "\0...", "\0's {0}", "\0”",
    "„\0“", "«\0»", "\0。", "\0、", "（\0）", "\0を", "\0から", "\0에서", "\0로", "\0的", "*\0*", "_\0_", "`\0`", "\0|", "\0>", "\0\\",
    "<\0.>", "<\0,>", "<\0)>",
]
# URLs that end in what mostly is punctuation. That they do is known to their authors alone, and to readers who try.
ODD = [".", ")", ",", "_(film)", "(2)", "-", "_", "!", "=", "&", "/(a", "*"]


def ends(message):
    """One link a paragraph, with something next to it."""
    rng = message.rng
    parts = []
    for _ in range(LINKS_PER_DOCUMENT):
        url = message.urls.make(is_usable=lambda url: url.count("/") > 2)
        if rng.random() < 0.3:
            link, form = message.link(url.rstrip("/") + rng.choice(ODD)), "\0"
            link.part = "the URL ends in punctuation"
        else:
            link, form = message.link(url), rng.choice(ENDS)
            link.part = "something stands next to it"
            # Such an end is the URL's own.
            if form[0] == "<" and form[2] in ".,)":
                link.url += form[2]
                form = form[:2] + form[3:]
        before, after = prose.words(rng, rng.randint(3, 9), bait=0), prose.words(rng, rng.randint(3, 9), bait=0)
        form = form.replace("{0}", after[0])
        parts.append(fill(join([" ".join(before), link.written(lambda url, rng, form=form: form.replace("\0", url), rng), " ".join(after)], " "), 300))
    return message.document(message.plain(join(parts, "\n\n")))


def quote_flowed(text, depth):
    return join([">" * depth + " " + line for line in text.lines()], "\n")


def flowed(message):
    text = text_of(message, message.some(), either, compose.flow)
    if message.rng.random() < 0.5:
        text = quote_flowed(text, message.rng.randint(1, 3))
    else:
        text = compose.stuff(text)
    return message.document(message.plain(text, parameters="; format=flowed"))


def delsp(message):
    text = text_of(message, message.some(least=55), either, lambda text: compose.flow_and_delete(text, message.rng))
    if message.rng.random() < 0.3:
        text = quote_flowed(text, message.rng.randint(1, 3))
    else:
        text = compose.stuff(text)
    return message.document(message.plain(text, parameters="; format=flowed; delsp=yes"))


def attribution(rng):
    return rng.choice(["On Mon, 30 Jan 1995 at 09:12, Ann Archer <ann@example.org> wrote:", "Ann Archer wrote:",
                       "In article <3fgh21$kq8@news.example.org>, Ann Archer wrote:", "-----Original Message-----"])


def reply(rng, quoted):
    """Returns a quoted text with an attribution and an answer."""
    answer = fill(Marked(" ".join(prose.words(rng, rng.randint(8, 40)))), 72)
    return join([attribution(rng), "\n", quoted, "\n\n", answer])


def quoted(message):
    rng = message.rng
    text = text_of(message, message.some(), either, filled(message))
    text = quote(text, rng.randrange(len(compose.QUOTES)), rng, rng.randint(1, 3))
    return message.document(message.plain(reply(rng, text)))


def cut(write, requote=lambda text, rng: text):
    """Returns a writer for each rule, width and number of links: long links, cut, and then quoted or not."""

    def write_one(message, rule, width, links, siblings):
        rng = message.rng
        way, wrap = rng.choice(list(compose.RULES[rule].items()))
        text = requote(text_of(message, message.some(links, least=55), write, lambda text: wrap(text, width)), rng)
        document = message.document(message.plain(text))
        document.plain, document.real = 1 / siblings, compose.weight(rule, width, links)
        document.name = document.name.replace(".eml", f"-{width}-{rule}-{way}.eml")
        return document

    return write_one


def cut_and_quoted(text, rng):
    return reply(rng, quote(text, rng.randrange(len(compose.QUOTES)), rng, rng.randint(1, 3)))


def cut_twice(text, rng):
    return reply(rng, compose.rewrap(quote(text, rng.randrange(2), rng, rng.randint(2, 3)), rng.choice(compose.WIDTHS[:-1])))


def quoted_printable_text(message):
    script = message.rng.choice(["english", "latin"])
    text = text_of(message, message.some(), either, filled(message), script=script)
    if message.rng.random() < 0.4:
        text = quote(text, 0, message.rng)
    return message.document(message.header(charset="utf-8", encoding="quoted-printable") + quoted_printable(encode(text)) + b"\n")


def base64_text(message):
    script = message.rng.choice(["english", "latin", "cyrillic"])
    text = text_of(message, message.some(), either, filled(message), script=script)
    data = message.header(charset="utf-8", encoding="base64") + base64.encodebytes(text.text.replace("\n", "\r\n").encode())
    return message.document(Encoded(data), is_placed=False)


def alternative(message, texts, fields=()):
    """Returns a multipart/alternative of encoded parts: `(subtype, encoded)`."""
    boundary = f"----=_Part_{message.number}_{message.rng.randrange(10**8)}"
    out = Encoded(message.header(fields).replace(b"text/plain; charset=us-ascii", f'multipart/alternative; boundary="{boundary}"'.encode()))
    for subtype, encoded in texts:
        out += (f'--{boundary}\nContent-Type: text/{subtype}; charset="UTF-8"\n'
                f"Content-Transfer-Encoding: quoted-printable\n\n").encode()
        out += quoted_printable(encoded) + b"\n"
    return out + f"--{boundary}--\n".encode()


def anchor(link, text=None):
    """Returns `<a href>` with the URL in the attribute only, or also as its text."""
    target = Marked.link(link.url, link.number).replace("&", "&amp;").replace('"', "&quot;")
    return '<a href="' + target + '">' + (text or html.escape(link.url, quote=False)) + "</a>"


def words(rng, least=3, most=15):
    return " ".join(prose.words(rng, rng.randint(least, most), bait=0))


def gmail(message):
    """Gmail's text part: filled at about 76, the target of a link in brackets after its text; and its HTML part."""
    rng = message.rng
    texts, pages = [], []
    for link in message.some():
        before, shown, after = words(rng), words(rng, 1, 3), words(rng)
        if rng.random() < 0.5:
            texts.append(Marked(f"{before} {shown} <") + Marked.link(link.url, link.number) + f"> {after}")
            pages.append(Marked(f"<div>{before} ") + anchor(link, shown) + f" {after}<br></div>")
        else:
            texts.append(Marked(f"{before} ") + Marked.link(link.url, link.number) + f" {after}")
            pages.append(Marked(f"<div>{before} ") + anchor(link) + f" {after}<br></div>")
    text = join([fill(text, 76) for text in texts], "\n\n")
    page = '<div dir="ltr">' + join(pages) + "</div>"
    if rng.random() < 0.5:
        quoted = quote(text, 0, rng)
        text = join(["Yes.\n\nOn Mon, Jan 30, 1995 at 9:12 AM Ann Archer <ann@example.org>\nwrote:\n\n", quoted])
        page = '<div dir="ltr">Yes.</div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">' + page + "</blockquote>"
    return message.document(alternative(message, [("plain", encode(unmarked(text))), ("html", encode(unmarked(page)))]), is_placed=False)


def unmarked(text):
    """Returns the text without marks: where a link stands in several places, none is its only one."""
    return Marked(text.text)


def outlook(message):
    """Outlook's text part: `text <URL> `, one line a paragraph, quoted without marks; its HTML part with MSO's markup."""
    rng = message.rng
    texts, pages = [], []
    for link in message.some():
        before, shown, after = words(rng), words(rng, 1, 3), words(rng)
        kind = rng.randrange(3)
        if kind == 0:
            texts.append(f"{before} {shown}<{link.url}> {after}")
        elif kind == 1:
            texts.append(f"{before} {shown} <{link.url}>  {after}")
        else:
            texts.append(f"{before} {link.url}{after and ' '}{after}")
        target = html.escape(link.url)
        pages.append(f'<p class=MsoNormal>{before} <a href="{target}"><span style=\'color:#0563C1\'>{target if kind == 2 else shown}'
                     f"</span></a> {after}<o:p></o:p></p>")
    text = "\n\n".join(texts)
    if rng.random() < 0.5:
        text = ("Thanks.\n\n-----Original Message-----\nFrom: Ann Archer [mailto:ann@example.org] \nSent: Monday, January 30, 1995 9:12 AM\n"
                f"To: list@example.org\nSubject: {words(rng)}\n\n{text}")
    page = ('<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head><style><!--\n'
            "p.MsoNormal {margin:0cm; font-size:11.0pt}\n--></style></head><body lang=EN-US link=\"#0563C1\"><div class=WordSection1>\n"
            + "\n".join(pages) + "\n</div></body></html>")
    return message.document(alternative(message, [("plain", Encoded(text.encode())), ("html", Encoded(page.encode()))]), is_placed=False)


def html_only(message):
    """A newsletter: HTML alone, most links in attributes of several elements; each encoding counts as often as it was seen."""
    rng = message.rng
    rows = []
    for link in message.some():
        row = rng.choice([
            lambda: Marked("<td>") + anchor(link, html.escape(words(rng))) + "</td>",
            lambda: Marked('<td><img alt="" width="1" src="') + Marked.link(link.url, link.number).replace("&", "&amp;") + '"></td>',
            lambda: Marked(f"<td>{words(rng)}: ") + Marked.link(link.url, link.number).replace("&", "&amp;") + f"<br>{words(rng)}</td>",
            lambda: Marked("<td><A target=_blank HREF='") + Marked.link(link.url, link.number).replace("&", "&amp;") + f"'>{words(rng)}</A></td>",
        ])()
        rows.append(Marked("<tr>") + row + "</tr>")
    page = "<!DOCTYPE html>\n<html><head><title>News</title></head><body><table>" + join(rows, "\n") + "</table></body></html>"
    encoding = HTML_ENCODINGS[message.number % len(HTML_ENCODINGS)]
    head = message.header(charset="utf-8", encoding=encoding if page.text.isascii() or encoding != "7bit" else "8bit", subtype="html")
    if encoding == "base64":
        document = message.document(Encoded(head + base64.encodebytes(page.text.encode())), is_placed=False)
    else:
        document = message.document(head + (quoted_printable(encode(page)) if encoding == "quoted-printable" else encode(page)) + b"\n")
    counted = COUNTS["html"]["encodings"]
    seen = counted["8bit"] + counted["binary"] if encoding == "8bit" else counted[encoding]
    document.plain = document.real = seen / sum(counted.values()) * len(HTML_ENCODINGS) / HTML_ENCODINGS.count(encoding)
    return document


HTML_ENCODINGS = ["7bit", "quoted-printable", "7bit", "8bit", "base64"]


def digest(message):
    """A digest: RFC 1153's of plain text, or multipart/digest."""
    rng = message.rng
    texts = [text_of(message, message.some(2), either, filled(message)) for _ in range(3)]
    heads = [f"From: Ben{number} <ben{number}@example.org>\nSubject: {words(rng)}\nDate: Mon, 30 Jan 1995 0{number}:12:04 +0000\n\n"
             for number in range(3)]
    if rng.random() < 0.5:
        parts = [Marked("Library Digest\n\nToday's Topics:\n\n   1. " + words(rng) + "\n\n" + "-" * 70 + "\n")]
        parts += [Marked("\n" + head) + text + "\n\n" + "-" * 30 + "\n" for head, text in zip(heads, texts)]
        return message.document(message.plain(join(parts + ["\nEnd of Library Digest\n" + "*" * 21])))
    boundary = f"digest-{message.number}"
    head = message.header().replace(b"text/plain; charset=us-ascii", f"multipart/digest; boundary={boundary}".encode())
    body = Encoded()
    for inner, text in zip(heads, texts):
        body += f"--{boundary}\n\n{inner}".encode() + encode(text) + b"\n"
    return message.document(head + body + f"--{boundary}--\n".encode())


def obfuscated(message):
    """An archive in which Pipermail has replaced `@` by ` at `, in links as well."""
    rng = message.rng
    links = [message.link(message.urls.archived_message() if rng.random() < 0.7 else None) for _ in range(LINKS_PER_DOCUMENT)]
    text = text_of(message, links, either, filled(message))
    parts, at = [], 0
    while (found := text.text.find("@", at)) >= 0:
        parts += [text[at:found], " at "]
        at = found + 1
    text = join(parts + [text[at:]])
    head = (f"From ann at example.org  Mon Jan 30 09:12:04 1995\nFrom: ann at example.org (Ann Archer)\n"
            f"Date: Mon, 30 Jan 1995 09:12:04 +0000\nSubject: [Library] {words(rng)}\nMessage-ID: <{message.number}.1@mail.example.org>\n\n")
    encoded = head.encode() + encode(text) + b"\n\n"
    pieces = encoded.pieces()
    # The at-sign is no piece of the text.
    truths = [Truth(link.url, pieces[link.number] if "@" not in link.url else None) for link in links]
    return Document(message.group, f"{message.seed}.{message.number:03}.mbox", encoded.data, truths)


def scripts(message):
    """Prose of nine scripts around links, some of which have letters of the script; in UTF-8 or a charset of the script."""
    rng = message.rng
    script = list(prose.SCRIPTS)[message.number % len(prose.SCRIPTS)]
    charset = rng.choice(["utf-8", "utf-8", *prose.CHARSETS[script]])
    plain = script not in prose.UNSPACED and script != "devanagari"
    links = []
    for _ in range(LINKS_PER_DOCUMENT):
        is_native = script != "devanagari" and charset == "utf-8" and rng.random() < 0.3
        links.append(message.link(message.urls.international(prose.SCRIPTS[script]) if is_native else None))
    text = text_of(message, links, either, lambda text: fill(text, 72) if plain else text, script=script)
    try:
        data = text.text.encode(charset)
    except UnicodeEncodeError:
        charset = "utf-8"
        data = text.text.encode(charset)
    encoding = rng.choice(["8bit", "quoted-printable", "base64"]) if charset != "iso-2022-jp" else "7bit"
    head = message.header(charset=charset, encoding=encoding)
    if encoding == "8bit" and charset == "utf-8":
        return message.document(head + encode(text) + b"\n")
    body = {"quoted-printable": lambda: quoted_printable(Encoded(data)).data, "base64": lambda: base64.encodebytes(data)}
    return message.document(Encoded(head + body.get(encoding, lambda: data)() + b"\n"), is_placed=False)


def headers(message):
    """Links in header fields, which are folded at spaces (RFC 5322), and in encoded words (RFC 2047)."""
    rng = message.rng
    links = message.some(5)
    fields = [
        f"List-Archive: <{links[0].url}>",
        f"List-Unsubscribe: <{links[1].url}>,\n\t<mailto:list-request@example.org?subject=unsubscribe>",
        f"Archived-At:\n <{links[2].url}>",
        f"X-Note: {words(rng)}\n see {links[3].url} {words(rng)}",
    ]
    subject = base64.b64encode(f"né: {links[4].url}".encode()).decode()
    # An encoded word has at most 75 characters, and whole characters in each.
    chunks = [subject[at : at + 60] for at in range(0, len(subject), 60)]
    fields.append("X-Title: " + "\n ".join(f"=?utf-8?B?{chunk}?=" for chunk in chunks))
    text = fill(Marked(" ".join(prose.words(rng, 40))), 72)
    return message.document(message.header(fields) + encode(text) + b"\n", is_placed=False)


# The name of each class, what it is, and its writer.
CLASSES = {
    "bare": ("bare, in one line of filled prose", line_bare),
    "angle": ("`<...>` or `<URL:...>`, in one line", line_angle),
    "delimited": ("in quotation marks, parentheses, Markdown, code, tables", line_delimited),
    "ends": ("next to punctuation, brackets or letters without a space, or ending in punctuation", ends),
    "line-end": ("whole links at a line's end, before words, paths, file names, versions and figures, and in lines that end in a space", line_ends),
    "flowed": ("`format=flowed`, quoted or not", flowed),
    "delsp": ("`format=flowed; delsp=yes`: broken anywhere", delsp),
    "quoted": ("quoted one to three deep by six mailers", quoted),
    "qp": ("quoted-printable", quoted_printable_text),
    "base64": ("base64", base64_text),
    "gmail": ("text and HTML as Gmail writes them", gmail),
    "outlook": ("text and HTML as Outlook writes them", outlook),
    "html": ("HTML without a text part", html_only),
    "digest": ("digests, RFC 1153 and multipart", digest),
    "at": ("`@` replaced by ` at ` in an archive", obfuscated),
    "scripts": ("prose of nine scripts, in their charsets", scripts),
    "headers": ("header fields, folded and encoded", headers),
    "screens": ("screens of terminals: frames, panes, indents, 40 to 200 columns", screens.screen),
}
# Classes with a document for each rule, width and number of links.
CUT_CLASSES = {
    "bare-cut": ("bare, cut", cut(bare)),
    "bare-quoted-cut": ("bare, cut, then quoted", cut(bare, cut_and_quoted)),
    "angle-cut": ("in brackets, cut", cut(angle)),
    "angle-quoted-cut": ("in brackets, cut, then quoted", cut(angle, cut_and_quoted)),
    "rewrapped": ("bare or in brackets, cut, quoted, and cut again without a prefix", cut(either, cut_twice)),
}
TITLES = {name: title for name, (title, _) in (CLASSES | CUT_CLASSES).items()}
DOCUMENTS = {"delimited": 30, "line-end": 320, "ends": 40, "scripts": 27, "screens": 300}


def generate(group, seed, is_small=False):
    """Returns the documents of a class."""
    if group in CLASSES:
        count = DOCUMENTS.get(group, 20) // (4 if is_small and group != "delimited" else 1)
        return [CLASSES[group][1](Message(group, number, seed)) for number in range(count)]
    cells = []
    for rule, width in itertools.product(compose.RULES, [60, 66, 72, 76, 80, 132] if is_small else compose.WIDTHS):
        # What real mail does not have gets one number of links, in turn.
        has_weight = compose.weight(rule, width, 1) > 0
        numbers = compose.LINKS if has_weight else [compose.LINKS[(width + seed) % 3]]
        cells += [(rule, width, links, len(numbers)) for links in numbers]
    return [CUT_CLASSES[group][1](Message(group, number, seed), *cell) for number, cell in enumerate(cells)]
