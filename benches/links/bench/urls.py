"""Made-up URLs in the forms that mail has, at hosts that are reserved for examples.

Every URL ends in a letter, a digit, `/`, or a closed parenthesis: whether a final `.` or `,` belongs to a URL is
nothing that text can tell.
"""

from . import prose

NAMES = (
    "annals archive assets blog books build catalog commons content cvs data docs download editor events forum gallery "
    "help images issues journal library lists mail manual media mirror museum news notes papers people photo project "
    "pub readme release report research review search server shop software source status store support teaching users "
    "weather wiki works"
).split()
EXTENSIONS = "html htm pdf txt ps.gz tar.gz php zip jpg xml c asp cgi".split()
PARAMETERS = "id page q sid lang view action ref utm_source utm_medium article topic day month ticket user".split()
HEX = "0123456789abcdef"
TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def host(rng):
    name, domain = rng.choice(NAMES), rng.choice(["example.org", "example.com", "example.net"])
    return rng.choice(
        [f"www.{domain}", f"{name}.{domain}", f"www.{name}.{domain}", domain, f"{name}-{rng.choice(NAMES)}.{domain}",
         f"{name}{rng.randrange(9)}.{domain}", f"{name}.{domain}:{rng.choice([8000, 8080, 8443])}", f"192.0.2.{rng.randrange(256)}"])


def string(rng, letters, length):
    return "".join(rng.choice(letters) for _ in range(length))


def slug(rng, count, between="-"):
    return between.join(rng.choice([word for word in prose.LATIN if len(word) > 2]) for _ in range(count))


def directories(rng, least=1, most=3):
    return "".join("/" + rng.choice(NAMES) for _ in range(rng.randint(least, most)))


def parameters(rng, count):
    out = []
    for _ in range(count):
        value = rng.choice([str(rng.randrange(10**rng.randint(1, 8))), slug(rng, 1), string(rng, HEX, 8),
                            slug(rng, 2, "+"), slug(rng, 2, "%20")])
        out.append(f"{rng.choice(PARAMETERS)}={value}")
    return "&".join(out)


def page(rng):
    return f"{directories(rng)}/{slug(rng, 1)}.{rng.choice(EXTENSIONS)}"


def dated(rng):
    return f"/{rng.randint(1996, 2024)}/{rng.randint(1, 12):02}/{slug(rng, rng.randint(3, 9))}" + rng.choice(["", "/", ".html"])


def archived(rng):
    return f"/archives{directories(rng, 1, 1)}/{rng.randint(1996, 2024)}-{rng.randint(1, 12):02}/msg{rng.randrange(10**5):05}.html"


def query(rng):
    return f"{directories(rng, 0, 2)}/{rng.choice(['view.php', 'show_bug.cgi', 'index.asp', 'search', ''])}?{parameters(rng, rng.randint(1, 4))}"


def encyclopedia(rng):
    title = slug(rng, rng.randint(1, 2), "_").capitalize()
    return f"/wiki/{title}" + rng.choice(["", f"_({slug(rng, 1)})", f"#{slug(rng, 2, '_').capitalize()}", "_%C3%A9t%C3%A9"])


def home(rng):
    return f"/~{slug(rng, 1)}" + rng.choice(["/", page(rng), directories(rng), f"/{slug(rng, 2, '_')}.{rng.choice(EXTENSIONS)}"])


def commit(rng):
    return f"{directories(rng, 2, 2)}/commit/{string(rng, HEX, 40)}"


def tracked(rng):
    return f"/{rng.choice(['c', 'ls/click', 't', 'u'])}/{string(rng, TOKEN, rng.randint(60, 160))}{string(rng, HEX, 1)}"


def fragment(rng):
    return f"{page(rng)}#{rng.choice(['section-', 'sec', 'L', 'rfc.section.'])}{rng.randint(1, 30)}" + rng.choice(["", f".{rng.randint(1, 9)}"])


def parameterised(rng):
    return rng.choice([
        f"{directories(rng)}/view.do;jsessionid={string(rng, HEX.upper(), 32)}?{parameters(rng, 1)}",
        f"/story/{rng.randrange(10**3)},{rng.randrange(10**5)},{rng.randrange(10**4)}.html",
        f"/@{slug(rng, 1)}/{slug(rng, 4)}-{string(rng, HEX, 12)}",
        f"/#!{directories(rng)}/{rng.randrange(10**4)}",
    ])


def top(rng):
    return rng.choice(["", "/", f"/{slug(rng, 1)}", f"/{slug(rng, 1)}/"])


FORMS = [(page, 18), (dated, 14), (archived, 10), (query, 16), (encyclopedia, 7), (home, 7), (commit, 5), (tracked, 6),
         (fragment, 6), (parameterised, 5), (top, 8)]


class Urls:
    """Makes URLs, no two of which are equal or begin with one another's whole text by chance."""

    def __init__(self, rng):
        self.rng = rng
        self.made = set()

    def make(self, least=0, most=400):
        """Returns a URL with a length in a range."""
        rng = self.rng
        while True:
            form = rng.choices([form for form, _ in FORMS], [weight for _, weight in FORMS])[0]
            scheme = rng.choices(["https", "http", "ftp"], [50, 44, 6])[0]
            if scheme == "ftp":
                form = rng.choice([page, top])
            url = f"{scheme}://{host(rng)}{form(rng)}"
            if least <= len(url) <= most and url not in self.made:
                self.made.add(url)
                return url

    def archived_message(self):
        """Returns the URL of an archived message, with its Message-ID and thus an at-sign."""
        rng = self.rng
        number = f"{rng.randint(1996, 2024)}{rng.randrange(10**8):08}.{rng.randrange(10**4)}"
        return f"https://lists.example.org{directories(rng, 1, 1)}/{number}@{rng.choice(NAMES)}.example.net/"

    def international(self, words):
        """Returns a URL with letters of a script in its path."""
        rng = self.rng
        return f"https://{host(rng)}/wiki/{rng.choice(words)}_{rng.choice(words)}{rng.randrange(100)}"
