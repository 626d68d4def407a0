//! Gathers the evidence of links.

use std::{cmp::Ordering, collections::HashSet, hash::Hash, io, mem};

use borsh::{BorshDeserialize, BorshSerialize};
use foldhash::fast::RandomState;

use crate::{
    claim::{Claim, host},
    decision::Decisions,
    doubt::Testimony,
    resolver::Resolver,
    sort::{Record, Runs},
};

/// The approximate memory of a fact in addition to its texts, in bytes: its places in the set and in the list that is
/// sorted, and the block of the text.
const FACT: usize = 80;

/// The approximate memory of a claim in addition to that: its fields, and two more texts.
const CLAIM: usize = size_of::<Claim>() + 48;

/// Something that links say about a URL or a host, as it is in temporary files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
struct Fact {
    key: Box<[u8]>,
    /// The claim that the key stands elsewhere, without the key; `None` if it stands in one piece. So these come first.
    claim: Option<Box<Claim>>,
    /// 1 if the key is the host of a URL that stands in one piece, otherwise 0.
    is_host: u8,
}

impl Record for Fact {
    type Order = ();

    fn compare(&self, other: &Self, (): ()) -> Ordering {
        self.cmp(other)
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
    /// The URLs that stand in one piece.
    whole: HashSet<Box<[u8]>, RandomState>,
    /// Their hosts.
    hosts: HashSet<Box<[u8]>, RandomState>,
    claims: HashSet<Box<Claim>, RandomState>,
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
            whole: HashSet::default(),
            hosts: HashSet::default(),
            claims: HashSet::default(),
            bytes: 0,
            runs: Runs::new(()),
        }
    }

    /// Adds what a link contributes.
    pub fn add(&mut self, testimony: &Testimony<'_>) {
        match testimony {
            Testimony::Whole(url) => {
                // Most links of an archive repeat others.
                if self.whole.contains(*url) {
                    return;
                }
                self.bytes += insert(&mut self.whole, (*url).into(), url.len());
                if let Some(host) = host(url) {
                    let len = host.len();
                    self.bytes += insert(&mut self.hosts, host, len);
                }
            }
            Testimony::Doubted(doubt) => {
                for claim in doubt.claims() {
                    let size = CLAIM + claim.size();
                    self.bytes += insert(&mut self.claims, claim.into(), size);
                }
            }
            Testimony::Nothing => {}
        }
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
        let sets = [
            (&mut self.whole, other.whole),
            (&mut self.hosts, other.hosts),
        ];
        for (set, others) in sets {
            for text in others {
                let len = text.len();
                self.bytes += insert(set, text, len);
            }
        }
        for claim in other.claims {
            let size = CLAIM + claim.size();
            self.bytes += insert(&mut self.claims, claim, size);
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
        let text = |is_host| {
            move |key| Fact {
                key,
                claim: None,
                is_host,
            }
        };
        let claim = |mut claim: Box<Claim>| Fact {
            key: mem::take(&mut claim.key),
            claim: Some(claim),
            is_host: 0,
        };
        let whole = mem::take(&mut self.whole).into_iter().map(text(0));
        let hosts = mem::take(&mut self.hosts).into_iter().map(text(1));
        let claims = mem::take(&mut self.claims).into_iter().map(claim);
        let mut facts: Vec<_> = whole.chain(hosts).chain(claims).collect();
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
            let Fact {
                key,
                claim,
                is_host,
            } = fact?;
            match claim {
                Some(mut claim) => {
                    claim.key = key;
                    resolver.claim(&claim)?;
                }
                None if is_host == 1 => resolver.host(&key),
                None => resolver.whole(&key),
            }
        }
        resolver.finish()
    }
}

/// Inserts a fact with texts of `size` bytes, and returns how many bytes of memory that takes.
fn insert<T: Eq + Hash>(facts: &mut HashSet<T, RandomState>, fact: T, size: usize) -> usize {
    if facts.insert(fact) { FACT + size } else { 0 }
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
