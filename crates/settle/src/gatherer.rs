//! Gathers the evidence of links.

use std::{
    cmp::Ordering,
    collections::HashSet,
    io::{self, BufRead, Write},
    mem,
};

use crate::{
    claim::{Claim, host},
    decision::Decisions,
    doubt::Testimony,
    resolver::Resolver,
    sort::{Decode, Encode, Record, Runs},
};

/// The approximate memory of a fact in addition to its texts, in bytes.
const FACT: usize = 96;

/// Something that links say about a URL or a host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Fact {
    /// The URL stands in one piece.
    Whole(Box<[u8]>),
    /// The host is the host of such a URL.
    Host(Box<[u8]>),
    Claim(Box<Claim>),
}

impl Fact {
    /// Returns what is sorted, and the order of facts about the same.
    fn key(&self) -> (&[u8], u8) {
        match self {
            Self::Whole(url) => (url, 0),
            Self::Host(host) => (host, 1),
            Self::Claim(claim) => (&claim.key, 2),
        }
    }

    fn size(&self) -> usize {
        FACT + match self {
            Self::Whole(text) | Self::Host(text) => text.len(),
            Self::Claim(claim) => size_of::<Claim>() + claim.size(),
        }
    }
}

impl Encode for Fact {
    fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let (key, kind) = self.key();
        kind.encode(out)?;
        match self {
            Self::Whole(_) | Self::Host(_) => key.encode(out),
            Self::Claim(claim) => claim.encode(out),
        }
    }
}

impl Decode for Fact {
    fn decode(source: &mut impl BufRead) -> io::Result<Self> {
        match u8::decode(source)? {
            0 => Decode::decode(source).map(Self::Whole),
            1 => Decode::decode(source).map(Self::Host),
            2 => Claim::decode(source).map(|claim| Self::Claim(Box::new(claim))),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

impl Record for Fact {
    type Order = ();

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        match (self, other) {
            (Self::Claim(one), Self::Claim(other)) => one.cmp(other),
            (one, other) => one.key().cmp(&other.key()),
        }
    }

    fn absorb(&mut self, _: Self) {}
}

/// Gathers the evidence of links, for a caller that keeps nothing else of them. Each fact is kept once; what does not
/// fit into memory is in temporary files.
///
/// ```
/// use urlsift_settle::{Gatherer, Testimony};
///
/// let text = b"<http://a.example/post-\ning> and <http://a.example/posting>";
/// let mut gatherer = Gatherer::new();
/// for found in urlsift_scan::candidates(text) {
///     gatherer.add(&Testimony::of(&found, found.second_guesses(false)));
/// }
/// let decisions: Result<Vec<_>, _> = gatherer.finish()?.collect();
/// assert_eq!(decisions?[0].url(), b"http://a.example/posting");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Gatherer {
    facts: HashSet<Fact>,
    bytes: usize,
    runs: Runs<Fact>,
}

impl Default for Gatherer {
    fn default() -> Self {
        Self::new()
    }
}

impl Gatherer {
    /// Creates a gatherer without evidence.
    #[must_use]
    pub fn new() -> Self {
        Self {
            facts: HashSet::new(),
            bytes: 0,
            runs: Runs::new(()),
        }
    }

    /// Adds what a link contributes.
    pub fn add(&mut self, testimony: &Testimony<'_>) {
        match testimony {
            Testimony::Whole(url) => {
                if self.insert(Fact::Whole((*url).into()))
                    && let Some(host) = host(url)
                {
                    self.insert(Fact::Host(host));
                }
            }
            Testimony::Doubted(doubt) => {
                for claim in doubt.claims() {
                    self.insert(Fact::Claim(Box::new(claim)));
                }
            }
            Testimony::Nothing => {}
        }
    }

    /// Adds a fact, and returns whether it is new.
    fn insert(&mut self, fact: Fact) -> bool {
        let size = fact.size();
        let is_new = self.facts.insert(fact);
        if is_new {
            self.bytes += size;
        }
        is_new
    }

    /// Returns the approximate memory of what is not in temporary files, in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.bytes
    }

    /// Adds the evidence of another gatherer, and writes all of it to temporary files if it then takes more than
    /// `max_bytes`.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn absorb(&mut self, other: Self, max_bytes: usize) -> io::Result<()> {
        for fact in other.facts {
            self.insert(fact);
        }
        if !other.runs.is_empty() {
            self.runs.try_push(other.runs.merge()?)?;
        }
        if self.bytes > max_bytes {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let mut facts: Vec<_> = mem::take(&mut self.facts).into_iter().collect();
        facts.sort_unstable_by(|one, other| one.compare(other, ()));
        self.runs.push(facts)
    }

    /// Returns what the evidence decides; see [`Resolver::finish`].
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn finish(mut self) -> io::Result<Decisions> {
        self.spill()?;
        let mut resolver = Resolver::new();
        for fact in self.runs.merge()? {
            match fact? {
                Fact::Whole(url) => resolver.whole(&url),
                Fact::Host(host) => resolver.host(&host),
                Fact::Claim(claim) => resolver.claim(&claim)?,
            }
        }
        resolver.finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};
    use urlsift_scan::candidates;

    use super::Gatherer;
    use crate::{Claim, Testimony};

    fn gathered(texts: &[String], max_bytes: usize) -> Vec<Claim> {
        let mut all = Gatherer::new();
        for text in texts {
            let mut gatherer = Gatherer::new();
            for found in candidates(text.as_bytes()) {
                gatherer.add(&Testimony::of(&found, found.second_guesses(false)));
            }
            all.absorb(gatherer, max_bytes).expect("temporary files");
        }
        let decisions = all.finish().expect("temporary files");
        decisions
            .collect::<Result<_, _>>()
            .expect("temporary files")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn neither_order_nor_temporary_files_change_what_is_decided(
            links in vec(
                ((0..2_usize, 0..3_usize), (any::<bool>(), any::<bool>())).prop_map(
                    |((host, name), (breaks_host, breaks_name))| {
                        let broken = |text: &str, breaks: bool| {
                            if breaks { text.replace('-', "-\n") } else { text.to_owned() }
                        };
                        let host = broken(["a-b", "ab"][host], breaks_host);
                        let name = broken(["x-y", "xy", "x-y."][name], breaks_name);
                        format!("<http://{host}.example/{name}>")
                    },
                ),
                0..30,
            ),
        ) {
            let mut reversed = links.clone();
            reversed.reverse();
            let decided = gathered(&links, usize::MAX);
            prop_assert_eq!(&decided, &gathered(&reversed, 0));
            prop_assert_eq!(&decided, &gathered(&[links.concat()], 300));
            let is_sorted = decided.is_sorted_by_key(|decision| (&decision.of, decision.doubt));
            prop_assert!(is_sorted);
        }
    }
}
