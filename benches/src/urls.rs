//! Sets of URLs to validate. The number that conforms to each standard is known.

use std::{collections::HashSet, fmt};

use urlsift_rfc1738::Conformance;

use crate::random::Random;

/// The number of URLs: they fit into a second-level cache, but are too many for a branch predictor to memorise.
const COUNT: usize = 4_000;

/// A set of URLs, each with the strictest standard that it conforms to. Its `Display` is its name.
#[derive(Clone, Debug)]
pub struct Set {
    name: String,
    urls: Vec<(String, Conformance)>,
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl Set {
    /// Returns the URLs; no two are equal.
    #[must_use]
    pub fn urls(&self) -> impl ExactSizeIterator<Item = &str> {
        self.urls.iter().map(|(url, _)| url.as_str())
    }

    /// Returns the number of URLs that conform to `standard` or a stricter one.
    #[must_use]
    pub fn conforming(&self, standard: Conformance) -> usize {
        let conforming = self.urls.iter().filter(|(_, by)| by.reaches(standard));
        conforming.count()
    }

    fn generate(name: &str, mut url: impl FnMut() -> (String, Conformance)) -> Self {
        let (mut urls, mut seen) = (Vec::new(), HashSet::new());
        while urls.len() < COUNT {
            let next = url();
            if seen.insert(next.0.clone()) {
                urls.push(next);
            }
        }
        let name = name.into();
        Self { name, urls }
    }
}

/// Returns http and ftp URLs that are typical of mail and news; all conform to RFC 1738.
#[must_use]
pub fn common() -> Set {
    let mut random = Random::new(5);
    Set::generate("common", || {
        let scheme = random.pick(&["http", "http", "http", "http", "ftp"]);
        let url = format!("{scheme}://{}{}", random.host(), random.path());
        (url, Conformance::Rfc1738)
    })
}

/// Returns URLs of all schemes, of which about 15 % do not conform to RFC 1738.
#[must_use]
pub fn mixed() -> Set {
    let mut random = Random::new(6);
    Set::generate("mixed", || {
        let percent = random.below(100);
        let standard = match percent {
            0..2 => Conformance::None,
            2..15 => Conformance::Rfc3986,
            _ => Conformance::Rfc1738,
        };
        (of_any_scheme(&mut random, percent), standard)
    })
}

fn of_any_scheme(random: &mut Random, percent: usize) -> String {
    let (host, path, number) = (random.host(), random.path(), random.below(10_000));
    let (name, other) = (random.word(), random.word());
    match percent {
        0..2 => format!("http://{host}/a b{path}"),
        2..9 => format!("http://{host}/~smith{path}"),
        9..11 => format!("http://[fe80::{number}]{path}"),
        11..13 => format!("ftp://dev_{host}{path}"),
        13..15 => format!("http://{host}?id={number}"),
        15..54 => format!("http://{host}{path}"),
        54..58 => format!("http://{host}:8080/cgi-bin/{name}?id={number}&name=M%FCller"),
        58..62 => format!("http://{host}{path}#{name}"),
        62..72 => format!("https://{host}{path}"),
        72..78 => format!("ftp://{host}{path}"),
        78..80 => format!("ftp://{host}{path};type=i"),
        80..86 => format!("mailto:{name}.{other}@{host}"),
        86..88 => format!("news:comp.{name}.{other}.misc{number}"),
        88..90 => format!("news:{number}.{other}@{host}"),
        90..92 => format!("gopher://{host}:70/11{path}"),
        92..94 => format!("telnet://{name}@{host}:{number}/"),
        94 => format!("file:///{other}{path}"),
        95 => format!("nntp://{host}/alt.{name}/{number}"),
        96 => format!("wais://{host}:210/{name}?{number}"),
        97 => format!("prospero://{host}/{path};version={number}"),
        98 => format!("x-{name}://{host}{path}"),
        _ => format!("mid:{number}@{host}"),
    }
}

/// Returns sets of one URL each, which repeats a text that could take more than linear time. Each URL comes
/// in two sizes, 8 KiB and 16 KiB.
#[must_use]
pub fn hostile() -> Vec<Set> {
    use Conformance::{None, Rfc1738, Rfc3986};
    let runs = [
        // Every occurrence is a problem.
        ("percents", "http://a/", "%", None),
        ("labels", "http://", "a.", Rfc3986),
        ("hyphens", "http://", "-.", Rfc3986),
        // Only the last one counts as a type.
        ("types", "ftp://a/", ";type=", Rfc3986),
        // The last of these ends the login.
        ("at-signs", "ftp://", "@", None),
        ("at-signs-of-mail", "mailto:", "@", Rfc1738),
        ("colons", "ftp://", ":", None),
        // An apparent login that is not one, and is parsed again up to the `?`.
        ("login-or-not", "x://a:?", "@:", Rfc1738),
        ("scheme-or-not", "", "a.", None),
        ("tabs", "gopher://a/1", "%09", Rfc1738),
        ("fields", "prospero://a/", ";=", Rfc1738),
        ("directories", "ftp://a", "/", Rfc1738),
        // Nested comments of RFC 822.
        ("comments", "mailto:", "(", Rfc1738),
        ("articles", "news:", "a@", Rfc3986),
    ];
    let sized = |(name, start, repeated, by): (&str, &str, &str, _)| {
        [8, 16].map(|kib| {
            let times = (kib * 1024 - start.len()) / repeated.len();
            Set {
                name: format!("{name} {kib} KiB"),
                urls: vec![(start.to_owned() + &repeated.repeat(times), by)],
            }
        })
    };
    runs.into_iter().flat_map(sized).collect()
}

#[cfg(test)]
mod tests {
    use urlsift_rfc1738::Verdict;

    use super::*;

    #[test]
    fn every_url_conforms_as_declared() {
        for set in [common(), mixed()].into_iter().chain(hostile()) {
            for (url, declared) in &set.urls {
                let found = Verdict::of(url.as_bytes()).conformance();
                for standard in [Conformance::Rfc1738, Conformance::Rfc3986] {
                    let agree = found.reaches(standard) == declared.reaches(standard);
                    assert!(
                        agree,
                        "{}: {found:?}, not {declared:?}: {url:.60}",
                        set.name
                    );
                }
            }
        }
        let mixed = mixed();
        let bad = COUNT - mixed.conforming(Conformance::Rfc1738);
        assert!((COUNT * 13 / 100..COUNT * 17 / 100).contains(&bad), "{bad}");
    }
}
