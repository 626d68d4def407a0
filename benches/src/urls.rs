//! URLs to be judged, the same ones every time, of which it is known to what they conform.

use std::collections::HashSet;

use crate::text::Dice;

/// About as many as a second-level cache holds, and more than a branch predictor learns by heart.
const COUNT: usize = 4_000;

/// Texts to be judged, and how many of them conform to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    name: String,
    texts: Vec<String>,
    rfc1738: usize,
    rfc3986: usize,
}

/// The strictest standard that a text conforms to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Rfc1738,
    Rfc3986,
    None,
}

/// What is wrong with a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Damage {
    None,
    /// `~` in the path.
    Tilde,
    /// `_` in the host.
    Underscore,
    /// A search behind the host.
    Search,
    /// An IPv6 address.
    Literal,
    /// A blank in the path: no URL by any RFC.
    Blank,
}

impl Damage {
    /// What a URL conforms to that had conformed to RFC 1738.
    fn leaves(self) -> By {
        match self {
            Self::None => By::Rfc1738,
            Self::Blank => By::None,
            _ => By::Rfc3986,
        }
    }
}

impl Set {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The texts; no two are the same.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// How many of them conform to RFC 1738.
    #[must_use]
    pub fn rfc1738(&self) -> usize {
        self.rfc1738
    }

    /// How many of them conform to RFC 3986, those that conform to RFC 1738 among them.
    #[must_use]
    pub fn rfc3986(&self) -> usize {
        self.rfc3986
    }

    /// How many bytes they have together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum()
    }

    fn empty(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            texts: Vec::new(),
            rfc1738: 0,
            rfc3986: 0,
        }
    }

    fn push(&mut self, text: String, by: By) {
        self.texts.push(text);
        self.rfc1738 += usize::from(by == By::Rfc1738);
        self.rfc3986 += usize::from(by != By::None);
    }

    fn made_by(name: &str, mut make: impl FnMut() -> (String, By)) -> Self {
        let mut set = Self::empty(name);
        let mut seen = HashSet::new();
        while set.texts.len() < COUNT {
            let (text, by) = make();
            if seen.insert(text.clone()) {
                set.push(text, by);
            }
        }
        set
    }

    /// One long text.
    fn hostile(name: &str, head: &str, block: &str, size: usize, by: By) -> Self {
        let mut set = Self::empty(format!("{name} {} KiB", size / 1024));
        let blocks = block.repeat((size - head.len()) / block.len());
        set.push(head.to_owned() + &blocks, by);
        set
    }
}

/// The http and ftp URLs that most mail and news have. All of them conform.
#[must_use]
pub fn common() -> Set {
    let mut dice = Dice(5);
    Set::made_by("common", || {
        let scheme = ["http", "http", "http", "http", "ftp"][dice.roll(5)];
        (dice.with_host(scheme, Damage::None), By::Rfc1738)
    })
}

/// URLs of all schemes, and some that do not conform, about 15 in a hundred.
#[must_use]
pub fn mixed() -> Set {
    let mut dice = Dice(6);
    Set::made_by("mixed", || match dice.roll(100) {
        percent @ 0..74 => {
            let scheme = match percent {
                0..52 => "http",
                52..64 => "ftp",
                _ => "https",
            };
            let damage = dice.damage(scheme);
            (dice.with_host(scheme, damage), damage.leaves())
        }
        percent => (dice.other(percent), By::Rfc1738),
    })
}

/// Texts that are one thing over and over, and might take more than linear time: each at one length
/// and at double that.
#[must_use]
pub fn hostile() -> Vec<Set> {
    const RUNS: [(&str, &str, &str, By); 14] = [
        // What does not conform is told in as many places as there are.
        ("percents", "http://a/", "%", By::None),
        ("labels", "http://", "a.", By::Rfc3986),
        ("hyphens", "http://", "-.", By::Rfc3986),
        // Only the last one is a type.
        ("types", "ftp://a/", ";type=", By::Rfc3986),
        // The last of these ends the login.
        ("at-signs", "ftp://", "@", By::None),
        ("at-signs-of-mail", "mailto:", "@", By::Rfc1738),
        ("colons", "ftp://", ":", By::None),
        // A login that is none, and is read a second time up to the `?`.
        ("login-or-not", "x://a:?", "@:", By::Rfc1738),
        ("scheme-or-not", "", "a.", By::None),
        ("tabs", "gopher://a/1", "%09", By::Rfc1738),
        ("fields", "prospero://a/", ";=", By::Rfc1738),
        ("directories", "ftp://a", "/", By::Rfc1738),
        // Comments in comments, by RFC 822.
        ("comments", "mailto:", "(", By::Rfc1738),
        ("articles", "news:", "a@", By::Rfc3986),
    ];
    let both = |(name, head, block, by)| {
        [8, 16].map(|kib| Set::hostile(name, head, block, kib * 1024, by))
    };
    RUNS.into_iter().flat_map(both).collect()
}

#[rustfmt::skip]
const NAMES: [&str; 32] = [
    "alder", "archive", "astro", "bell", "birch", "cable", "chem", "cs", "delta", "eagle", "falcon", "gnu",
    "harbour", "hawk", "info", "lists", "lake", "math", "mirrors", "ns1", "netlab", "observer", "phys", "pine",
    "quarry", "river-side", "sunsite", "trail", "usenet", "vax2", "well", "zephyr",
];
const TOPLABELS: [&str; 12] = [
    "com", "com", "com", "edu", "edu", "org", "org", "net", "gov", "de", "ac.uk", "fi",
];
#[rustfmt::skip]
const SEGMENTS: [&str; 32] = [
    "pub", "docs", "FAQ", "incoming", "users", "papers", "1996", "1998-03", "cgi-bin", "images", "rfc",
    "software", "linux", "msdos", "mail_archive", "People", "en", "news", "lib", "v1.2", "home", "contrib",
    "projects", "comp.infosystems", "old", "src", "a", "M%FCller", "hypertext", "WWW", "html", "g++",
];
const ENDINGS: [&str; 12] = [
    ".html", ".html", ".html", ".htm", ".txt", ".tar.gz", ".ps.Z", ".zip", ".gif", "", "", "/",
];

/// What the URLs are made of.
impl Dice {
    fn pick<'s>(&mut self, from: &[&'s str]) -> &'s str {
        from[self.roll(from.len())]
    }

    /// Whether something that comes up `percent` times in a hundred does.
    fn comes_up(&mut self, percent: usize) -> bool {
        self.roll(100) < percent
    }

    /// Two to four labels.
    fn host(&mut self) -> String {
        let first = ["www.", "www.", "ftp.", "", ""];
        let mut host = self.pick(&first).to_owned();
        host += self.pick(&NAMES);
        if self.comes_up(30) {
            host += ".";
            host += self.pick(&NAMES);
        }
        host + "." + self.pick(&TOPLABELS)
    }

    /// One to five segments, each with a `/` in front.
    fn path(&mut self) -> String {
        let mut path = String::new();
        for _ in 0..[0, 0, 1, 1, 1, 2, 2, 2, 3, 4][self.roll(10)] {
            path += "/";
            path += self.pick(&SEGMENTS);
        }
        let number = match self.roll(3) {
            0 => self.roll(1_000).to_string(),
            _ => String::new(),
        };
        path + "/" + self.pick(&NAMES) + &number + self.pick(&ENDINGS)
    }

    fn damage(&mut self, scheme: &str) -> Damage {
        // To RFC 1738 the host of an https URL, and a search behind it, are any characters.
        match (self.roll(100), scheme) {
            (0..9, _) => Damage::Tilde,
            (9..12, _) => Damage::Blank,
            (12..14, _) => Damage::Literal,
            (14..17, "http" | "ftp") => Damage::Underscore,
            (17..22, "http") => Damage::Search,
            _ => Damage::None,
        }
    }

    /// A URL of http or ftp, or one like them.
    fn with_host(&mut self, scheme: &str, damage: Damage) -> String {
        let mut host = self.host();
        let mut path = self.path();
        match damage {
            Damage::None => {}
            Damage::Tilde => path.insert_str(0, "/~smith"),
            Damage::Blank => path.insert_str(1, "a "),
            Damage::Literal => host = format!("[fe80::{}]", self.roll(1_000)),
            Damage::Underscore => host.insert_str(0, "dev_"),
            Damage::Search => path = format!("?id={}", self.roll(10_000)),
        }
        let mut url = format!("{scheme}://{host}");
        if self.comes_up(6) {
            url += [":80", ":8080", ":8000", ":2121"][self.roll(4)];
        }
        url += &path;
        if scheme == "ftp" {
            if self.comes_up(5) {
                url += [";type=i", ";type=a"][self.roll(2)];
            }
            return url;
        }
        if self.comes_up(8) && damage != Damage::Search {
            let number = self.roll(10_000).to_string();
            url.extend(["?name=", self.pick(&SEGMENTS), "&id=", &number]);
        }
        if self.comes_up(6) {
            url.extend(["#", self.pick(&NAMES)]);
        }
        url
    }

    /// A URL of one of the schemes that are not met so often.
    fn other(&mut self, percent: usize) -> String {
        let (host, path, number) = (self.host(), self.path(), self.roll(100_000));
        let (name, segment) = (self.pick(&NAMES), self.pick(&NAMES));
        match percent {
            74..84 => format!("mailto:{name}.{segment}@{host}"),
            84..87 => format!("news:comp.{name}.{segment}.misc"),
            87..89 => format!("news:{number}.{segment}@{host}"),
            89..92 => format!("gopher://{host}:70/11{path}"),
            92..94 => format!("telnet://{name}@{host}:{}/", number % 10_000),
            94 => format!("file:///{segment}{path}"),
            95 => format!("nntp://{host}/alt.{name}/{number}"),
            96 => format!("wais://{host}:210/{name}?{segment}"),
            97 => format!("prospero://{host}/{path};version={number}"),
            98 => format!("x-{name}://{host}{path}"),
            _ => format!("mid:{number}@{host}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use urlsift::{Conformance, Verdict};

    use super::*;

    #[test]
    fn it_is_known_to_what_they_conform() {
        for set in [common(), mixed()].into_iter().chain(hostile()) {
            let (mut rfc1738, mut rfc3986) = (0, 0);
            for text in set.texts() {
                let conformance = Verdict::of(text.as_bytes()).conformance();
                rfc1738 += usize::from(conformance.reaches(Conformance::Rfc1738));
                rfc3986 += usize::from(conformance.reaches(Conformance::Rfc3986));
            }
            let expected = (set.rfc1738(), set.rfc3986());
            assert_eq!((rfc1738, rfc3986), expected, "{}", set.name());
        }
    }

    #[test]
    fn they_are_like_those_of_mail() {
        let (common, mixed) = (common(), mixed());
        assert_eq!(common.rfc1738(), common.texts().len());
        let length = common.bytes() / common.texts().len();
        assert!((35..=50).contains(&length), "{length} bytes in the mean");
        let hurt = (mixed.texts().len() - mixed.rfc1738()) * 100 / mixed.texts().len();
        assert!((13..=17).contains(&hurt), "{hurt} in a hundred");
    }

    #[test]
    fn hostile_texts_are_as_long_as_they_say() {
        for (set, kib) in hostile().iter().zip([8, 16].into_iter().cycle()) {
            let missing = kib * 1024 - set.bytes();
            assert!(missing < 8, "{}: {missing}", set.name());
        }
    }
}
