"""Names of hosts and e-mail addresses without a scheme, false friends of both, and both in and next to nine scripts.

The readme says what counts. The texts are plain: no mail is around them, and no line break is within what is to be found.
"""

import dataclasses
import random
import re

from . import prose
from .document import Document, Truth
from .marked import Marked, encode, join
from .score import score
from .tools import SCHEME, by_tool
from .urls import COUNTS, NAMES, WORDS, Urls, filled

# Each class, what it is, and its documents for each seed.
CLASSES = {
    "names": ("names of hosts without a scheme, and fifteen kinds of false friends", 24),
    "addresses": ("e-mail addresses, and seven kinds of false friends", 20),
    "mixed-scripts": ("URLs, names and addresses in and next to nine scripts", 27),
}
# The measures: a class, and a kind of what is found.
MEASURES = {
    "names": ("names", "name"), "addresses": ("addresses", "address"), "URLs, mixed scripts": ("mixed-scripts", "URL"),
    "names, mixed scripts": ("mixed-scripts", "name"), "addresses, mixed scripts": ("mixed-scripts", "address"),
}
# What is to be found in a document, and the false friends beside it.
FOUND, FRIENDS = 8, 12

COUNTED, LABELS = COUNTS["names"]["domains"], COUNTS["names"]["labels"]
PLAIN = ["com", "org", "net", "edu", "gov"]
# Domains that are extensions of files, or words of code.
DOUBTFUL = "sh rs py md pl so cc ps ml zip mov app page live name host store click link tools".split()
NEWER = "io dev ai co me gg tv xyz cloud blog tech online shop eu info museum im fm co.uk co.jp com.br ac.uk".split()
REGISTRIES = {"uk": "co.uk", "au": "com.au", "za": "co.za", "kr": "co.kr", "tw": "com.tw"}
HOST_WORDS = [word for word in WORDS if 3 <= len(word) <= 8]
WITH_PATH = [form for form in COUNTS["forms"] if re.search(r"://[^/]*/.", form)]
LOCAL_PARTS = "ann ann.archer ann_archer ann-archer ann+lists a.archer AnnArcher archer99 list-request info x1-y2 ann.b.archer+news".split()

# What stands around: in two thirds of the places nothing, or a full stop or comma; in real mail more often.
PLACES = [*["\0"] * 44, *["\0."] * 8, *["\0,"] * 8,
          *"\0: \0; \0? \0! (\0) (\0). (\0), <\0> <\0>, \"\0\" '\0' “\0” `\0` [\0] *\0* _\0_ |\0| {\0} «\0» „\0“ \0's \0...".split(),
          "Web: \0", "Web:\0", "- \0", "> \0", "=> \0", "\0 --", "(see \0)"]
ADDRESS_PLACES = [*PLACES, *["Ann Archer <\0>"] * 20, "E-mail: \0", "E-mail:\0", "To: \0", "\0 wrote:"]

# False friends by kind, separated by spaces. `{w}` is a word, `{W}` one with a capital, `{n}` a figure, `{h}` a name of a host,
# `{e}` an extension that is also a domain, `{d}` a domain.
FALSE_NAMES = {
    "files": "{w}.{e} {w}.{e} {w}.{e} {W}.md README.md build.sh main.rs libc.so libc.so.6 foo.pl {w}_{w}.py {w}-{n}.zip {w}.{e}:{n} {w}.tar.gz index.html "
             "index.html.de {w}.c {w}.h.in Makefile.am {w}.ps {w}.ps.gz {w}.mov {w}.doc {w}.test.js {W}.java {w}.min.js {w}.{w}.txt {w}.la {w}.so.{n}",
    "fields": "os.path sys.exit self.name self.{w}.name this.id {w}.is {w}.to {w}.name {w}.id math.pi {w}.email {w}.date event.target {w}.{w}.id is.na "
              "as.is t.test data.frame na.rm {w}.is_ok {w}.next {w}.select {w}.in {w}.at {w}.no {w}.style {w}.page {w}.link {w}.host {w}.data {w}.st",
    "calls": "{w}.is() {w}.to({w}) {w}.at({n}) {w}.in({w}) {w}.no[{n}] {w}.de={n} {w}.me->{w} {w}.it::{w} {w}.run() obj.{w}.id() Math.PI {W}.of({w}) "
             "console.info({w}) {w}.info({n}) is.na({w}) my.{w}.is({n}) {w}.it({w}).{w}",
    "Perl and shells": "a::b ${w}.{d} $x.y $x.org ${w}.com %{w}.net {W}::{W}.pm foo.pl @{w}.com {W}::{w}.it ~{w}.it $self->{w}.name ${{w}}.com =~{w}.is",
    "packages": "org.apache.{w}.io org.apache.commons.io com.example.{w} java.util.it java.io.{W} org.gnome.{W} com.sun.{w}.{w}.net javax.{w} java.net.URL "
                "io.netty.{w} com.{w}.{w}.app org.{w}.{w}.name net.{w}.{w}.id de.example.{w} edu.example.{w} com.example.{w}.info",
    "newsgroups": "comp.lang.{w} alt.{w}.tv comp.lang.it rec.arts.tv comp.lang.perl.misc sci.{w} news.{w} de.comp.{w} comp.lang.pl comp.os.{w}.announce "
                  "misc.{w}.it soc.{w}.in talk.{w}.is gmane.comp.lang.{w}.general fr.comp.{w} alt.{w}.me",
    "versions": "1.2.3 v2.6.{n} 10.0.{n}.1 3.11.7 1.2.x {w}-{n}.{n}.tar R-2.15.0 {w}-1.2.{n} 1.2.3-rc1 2.0.in {W}{n}.{n} v1.la 0.9.8g 4.2BSD 1.0.pre",
    "times and figures": "10.30 09.12 10.30.am 5.30pm 10.am 1.000.000 3.14 {n}.{n} 12.de 30.1.1995 0.5.to 9.30.it {n}.st {n}.nd",
    "abbreviations": "e.g. i.e. U.S.A. Ph.D. a.k.a. p.m. z.B. d.h. u.a. M.Sc. P.S. B.Sc. No.{n} vs.{w} St.{W} i.e.it e.g.in N.Y.C. J.R.{W} a.m. op.cit.",
    "sentences": "{w}.{W} {w}.{W} {w}.{W} {w}.It {w}.So {w}.In {w}.To {w}.At {w}.My {w}.No {w}.Is {w}.Me {w}.Do {w}.As {w}.This {w}.The",
    "products": "ASP.NET VB.NET ADO.NET .NET Node.js Next.js Vue.js Mail.app Terminal.app {W}.app {W}.NET {W}.js ASP.NET-{w} D3.js",
    "keys": "net.ipv4.ip_forward user.name user.email core.editor mail.{w}.host {w}.rootLogger.info browser.{w}.page network.{w}.no_{w}_on {w}.datasource.name "
            "{w}.port.in java.vm.name {w}.max.id log.{w}.info {w}.{w}.host {w}.search.in {w}_{w}.{w}.name",
    "pieces of names": ".com .co.uk *.{h} .{h} *.com www. www.. .{w}.org *.{w}.net {w}-.com {w}..org ..{w}.net",
    "URLs and paths": "http://example.org/{w}.com http://example.org/?u={h} https://{h}/{h} /etc/{w}.de ~/{w}.me ./{w}.it ../{w}.in \\\\{w}\\{h} C:\\{w}.com "
                      "/{h} /usr/lib/{w}.so ftp://{h}/{w}.net {w}/{w}.rs src/{w}.rs",
    "addresses": "ann@{h} <ann@{h}> ann.{w}@{h} <{w}@{h}>, {n}.GA{n}@{h} <{n}.GA{n}@{h}> <{w}.{n}@mail.{h}> {w}+{w}@{h} mailto:ann@{h} ann@{w}.{h} @ann@{h} "
                 "@{h} @ann:{h}",
}
FALSE_ADDRESSES = {
    "handles": "@ann @{w} @{w}.{w} @{h} cc:@{w} @ann:{h} #{w}@{n}",
    "no domain": "ann@ {w}@{w} ann@host1 {w}@{w}-{n} ann@{w}.nodomain {w}@{w}.c ann@.org {w}@{n}",
    "versions of packages": "{w}@{n}.2.0 {w}@4.17.{n} @{w}/{w}@1.{n}.0 {w}@v1.2 {w}@^{n}.0.1 {w}@latest",
    "code with at-signs": "java.lang.Object@1b2c3d4e {W}@7f31245a @Override @media @ARGV @{{w}} $@ @$_ $#@ &{w}@{n} x@y {w}[@{w}] @ISA.pm @{w}.setter {w}.@{w}",
    "prices and figures": "3@4.50 5@10.00 {n}@{n}.95 10@$5 1@a image{n}.png@01C5.{n}A7 @{n}.30",
    "logins and paths of URLs": "http://ann@{h}/{w} https://example.org/~{w}@{w} ftp://anonymous:ann@{h}/ http://example.org/@{w} https://{h}/@{w}/{n} "
                                "http://example.org/{n}.{n}@{h}",
    "prompts": "root@{w}:~# ann@{w}:~$ [ann@{w}]$ {w}@{w}> ann@{w}:/usr/{w}$",
}
# Parts of these have the form of an address, whatever they mean.
LIKE_ADDRESSES = ["@ann@{h}", "<{n}.GA{n}@mail.{h}>"]
# What tells a reader what some false friends are.
AROUND = {
    "fields": ["set \0", "`\0`", "\0 = {n}", "if \0 == {n}", "use \0,", "the value of \0"], "calls": ["\0", "`\0`", "call \0;"],
    "files": ["\0", "\0,", "edit \0", "`\0`", "the file \0", "see \0 (file)", "cat \0"], "versions": ["\0", "version \0", "\0,", "(\0)"],
    "products": ["\0", "in \0,"], "packages": ["import \0;", "`\0`", "the package \0"], "newsgroups": ["in \0", "Newsgroups: \0", "\0"],
    "keys": ["set \0 to {n}", "\0={n}", "`\0`", "the key \0"],
}
EXTENSIONS = "md sh rs py pl so zip cc ps app mov la am pm java tf".split()

# The words of a script, its domains, and what stands around: between spaces or marks, and next to letters; its false friends.
THAI = "หน้า นี้ มี รายการ หนังสือ และ ข่าว ของ เครื่อง วันนี้ ตอนบ่าย เรา จะ คุย กัน".split()
SCRIPTS = {
    "cyrillic": (["рф", "москва", "бел"], ["\0", "\0", "\0.", "\0,", "(\0)", "«\0»", "„\0“", ": \0", "\0;"], [],
                 "т.д. т.е. т.к. г.Москва ул.Ленина стр.{n} {w}.{W} {w}.Сайт {w}.Дети А.С.Пушкин"),
    "greek": (["ελ"], ["\0", "\0", "\0.", "\0,", "(\0)", "«\0»", "\0;"], [], "π.χ. κ.λπ. π.μ. μ.μ. {w}.{W} δηλ."),
    "arabic": (["السعودية", "مصر"], ["\0", "\0", "\0.", "\0،", "(\0)", "«\0»", "\0؟"], [], "د.{w} ص.ب. م.{n} {w}.{w} ٣.١٤"),
    "hebrew": (["ישראל"], ["\0", "\0", "\0.", "\0,", "(\0)", "\"\0\""], [], "ת.ז. ד.נ. {w}.{w} עמ.{n}"),
    "devanagari": (["भारत"], ["\0", "\0", "\0।", "\0,", "(\0)", "“\0”"], [], "डॉ.{w} पु.ल. {w}।{w} {w}.{w}"),
    "hangul": (["한국", "닷컴"], ["\0", "\0", "\0.", "\0,", "(\0)", "「\0」"], ["\0에서", "\0로", "\0는"], "{n}.2절 2004.03.{n} {w}.{w} {w}.한국"),
    "han": (["中国", "公司", "网址"], ["\0", "：\0。", "，\0，", "（\0）", "《\0》", "“\0”", "、\0、"], ["\0", "\0的", "\0看"],
            "第{n}.2节 版本2.{n} {w}。{w} {w}。中国 {w}．{w} 2004.03.{n} {w}。公司"),
    "kana": (["コム", "みんな"], ["\0", "「\0」", "（\0）", "：\0。", "、\0、"], ["\0を", "\0から", "\0に"], "第{n}.2章 {w}。{w} {w}。みんな {w}．{w} 2.{n}"),
    "thai": (["ไทย"], ["\0", "\0", "(\0)", "“\0”"], ["\0", "\0ครับ"], "พ.ศ. ม.ค. 10.{n}น. {w}.{w} ดร.{w} น."),
}
# Between letters of a script, too, these are no names.
GLUED = "plan.md build.sh os.path v1.2.{n} foo.pl ASP.NET main.rs e.g. {w}@{w}".split()


@dataclasses.dataclass
class Text(Document):
    """A text: its false friends, with their kinds, and the kind of each truth."""

    friends: list = dataclasses.field(default_factory=list)
    kinds: dict = dataclasses.field(default_factory=dict)


def host(rng):
    """Returns the name of a host, and its part of the class."""
    if rng.random() < 0.25:
        domain = rng.choice(NEWER if rng.random() < 0.9 else DOUBTFUL)
    else:
        domain = rng.choices(list(COUNTED), COUNTED.values())[0]
    second = "example" if rng.random() < 0.3 else rng.choice(["", "", "-"]).join(rng.sample(HOST_WORDS, 2))
    more = rng.choices([0, 1, 2], [LABELS["2"], LABELS["3"], LABELS["4"]])[0]
    part = "com, org, net, edu, gov" if domain in PLAIN else "also an extension or a word" if domain in DOUBTFUL else "other domains"
    return ".".join([*rng.sample(NAMES, more), second, REGISTRIES.get(domain, domain)]), part


def path(rng):
    """Returns a path in the form of one of real mail."""
    return "/" + filled(rng, rng.choice(WITH_PATH)).split("/", 3)[3]


def name(rng):
    text, part = host(rng)
    kind = rng.random()
    if kind < 0.25:
        return f"www.{text}", "with `www.`"
    if kind < 0.5:
        return text + (f":{rng.choice([8000, 8080, 8443])}" if kind < 0.27 else path(rng)), "with a port or a path"
    return rng.choices([text, text.capitalize(), text.upper()], [90, 5, 5])[0], part


def address(rng):
    return f"{rng.choice(LOCAL_PARTS)}@{host(rng)[0]}"


def english(group, rng, _):
    """Returns what is to be found, its kind and part, and what stands around."""
    if group == "names":
        return *name(rng), "name", rng.choice(PLACES)
    return address(rng), "", "address", rng.choice(ADDRESS_PLACES)


def native(script, urls, rng, number):
    """The same, of a text in a script. Where letters follow, all is ASCII: nobody else could tell."""
    domains, places, glued, _ = SCRIPTS[script]
    words = words_of(script)
    kind = ["URL", "URL", "URL", "name", "name", "name", "address", "address"][number]
    is_native = rng.random() < 0.4
    own = f"{''.join(rng.sample(words, 2))}.{rng.choice([*domains, *domains, 'example.org', 'example.de'])}"
    if kind == "URL":
        text = rng.choice([f"https://{own}{rng.choice(['', '/', path(rng)])}", urls.international(words)]) if is_native else urls.make()
    elif kind == "name":
        text = own + rng.choice(["", "", path(rng)]) if is_native else name(rng)[0]
    else:
        text = f"{rng.choice(words)}@{own}" if is_native else address(rng)
    if glued and text.isascii() and rng.random() < 0.3:
        return text, f"{kind}, next to letters", kind, rng.choice(glued)
    # In a script without spaces, too, a space or a mark shows where it begins and ends.
    place = rng.choice(places)
    return text, f"{kind}, {'in ASCII' if text.isascii() else 'with letters of the script'}", kind, " \0 " if place == "\0" and glued else place


def words_of(script):
    return prose.SCRIPTS.get(script, THAI)


def filled_in(form, rng, words=HOST_WORDS):
    """Returns a false friend."""
    values = {
        "w": lambda: rng.choice(words), "W": lambda: rng.choice(words).capitalize(), "n": lambda: str(rng.randint(2, 99)), "e": lambda: rng.choice(EXTENSIONS),
        "h": lambda: f"{rng.choice(HOST_WORDS)}.example.org", "d": lambda: rng.choice(["de", "it", "com", "org"]),
    }
    return re.sub(r"\{([wWnhed])\}", lambda match: values[match[1]](), form)


def friends_of(group, script, rng):
    """Returns false friends: the kind and the text of each."""
    if group == "mixed-scripts":
        forms = [*SCRIPTS[script][3].split(), *GLUED]
        return [("in other scripts", filled_in(rng.choice(forms), rng, words_of(script))) for _ in range(FRIENDS // 2)]
    kinds = FALSE_NAMES if group == "names" else FALSE_ADDRESSES
    chosen = rng.sample(list(kinds), FRIENDS) if len(kinds) > FRIENDS else rng.choices(list(kinds), k=FRIENDS)
    return [(kind, filled_in(rng.choice(AROUND.get(kind, ["\0"])).replace("\0", rng.choice(kinds[kind].split())), rng)) for kind in chosen]


def text_of(group, number, seed):
    """Returns a text: one line for each thing that is to be found and each false friend, with some words around it."""
    rng = random.Random(f"{seed} {group} {number}")
    script = list(SCRIPTS)[number % len(SCRIPTS)] if group == "mixed-scripts" else "english"
    urls, friends = Urls(rng), friends_of(group, script, rng)
    truths, kinds, lines = [], {}, [Marked(text) for _, text in friends]
    while len(truths) < FOUND:
        url, part, kind, place = english(group, rng, len(truths)) if script == "english" else native(script, urls, rng, len(truths))
        # What is to be found stands there once, and in no false friend.
        if any(url in other or other in url for other in [*kinds, *(text for _, text in friends)]):
            continue
        truths.append((url, part))
        kinds[url] = kind
        before, after = place.split("\0")
        lines.append(Marked(before) + Marked.link(url, len(truths)) + after)
    doubtful = [filled_in(form, rng) for form in LIKE_ADDRESSES] if group == "addresses" else []
    lines += map(Marked, doubtful)
    rng.shuffle(lines)
    encoded = encode(join([in_prose(line, script, rng) for line in lines], "\n"))
    pieces = encoded.pieces()
    return Text(group, f"{seed}.{number:03}.txt", encoded.data, [Truth(url, pieces.get(at), part) for at, (url, part) in enumerate(truths, 1)],
                doubtful, friends=friends, kinds=kinds)


def in_prose(line, script, rng):
    """Returns a line with words of its script around it."""
    if script == "english":
        words = [" ".join(prose.words(rng, rng.randint(0, 7), bait=0)) for _ in range(2)]
    else:
        words = [("" if script in ("han", "kana", "thai") else " ").join(rng.choices(words_of(script), k=rng.randint(0, 7))) for _ in range(2)]
    space = "" if script in ("han", "kana", "thai") else " "
    return join([words[0], space * bool(words[0]), line, space * bool(words[1]), words[1]])


def generate(group, seed, is_small=False):
    """Returns the texts of a class."""
    return [text_of(group, number, seed) for number in range(CLASSES[group][1] // (3 if is_small else 1))]


# The measure.


def kind_of(text):
    """Returns what a found string is."""
    return "URL" if SCHEME.match(text) else "address" if "@" in re.split("[/?#]", text)[0] else "name"


def measure(corpus, tools, folder):
    """Returns the score of each tool by measure, how many false friends of each kind it found, and what is wrong."""
    everything = [text for texts in corpus.values() for text in texts]
    paths = [text.write(folder) for text in everything]

    def one(tool):
        found = [[(url.removeprefix("mailto:"), pieces) for url, pieces in links] for links in tool.find(everything, paths)]
        scores, friends, wrong = {}, {}, []
        for title, (group, kind) in MEASURES.items():
            chosen = [(of_kind(text, kind), [link for link in links if kind_of(link[0]) == kind])
                      for text, links in zip(everything, found) if text.group == group]
            scores[title], lines = score([text for text, _ in chosen], [links for _, links in chosen], counts=bool)
            wrong += [line | {"measure": title} for line in lines]
            for text, links in chosen:
                for friend_kind, friend in text.friends:
                    counts = friends.setdefault(f"{friend_kind}, as {kind}" if group == "mixed-scripts" else friend_kind, [0, 0])
                    counts[0] += any(url in friend for url, _ in links)
                    counts[1] += 1
        return scores, friends, wrong

    return dict(zip([tool.name for tool in tools], by_tool(one, tools)))


def of_kind(text, kind):
    """Returns a text of whose truths only those of a kind count."""
    return dataclasses.replace(text, truths=[truth for truth in text.truths if text.kinds[truth.url] == kind])
