//! Decides between readings that stand elsewhere.

use std::{io, iter::Peekable};

use urlsift_sort::Merge;

use crate::{
    claim::{Claim, Standing},
    host::host,
    reading::{Evidence, Reading, ResolvedBy},
};

/// How a doubtful link is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// The first reading.
    pub of: Box<[u8]>,
    /// The [hash](crate::Doubt::id) of all readings.
    pub doubt: u128,
    /// The index of the right one among the [readings](crate::Doubt::readings).
    pub index: u8,
    /// The URL of this reading.
    pub url: Box<[u8]>,
    /// What this reading is, and the evidence for it.
    pub resolved_by: ResolvedBy,
    /// The reading as the tables of links list it: its URL, or `why:url` for a second guess. If the first reading is
    /// right, the decision about the second one.
    pub entry: Box<[u8]>,
}

/// An iterator over the decisions, in the order of the first readings and then of the hashes of all readings. Doubts
/// for which there is no evidence, or evidence for and against the first reading, are left out: the first reading
/// stands. If a temporary file cannot be read, the error is the last item.
#[derive(Debug)]
pub struct Decisions {
    standing: Peekable<Merge<Standing>>,
}

impl Decisions {
    pub(crate) fn new(standing: Merge<Standing>) -> Self {
        Self {
            standing: standing.peekable(),
        }
    }
}

impl Iterator for Decisions {
    type Item = io::Result<Decision>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Standing(first) = match self.standing.next()? {
                Ok(first) => first,
                Err(error) => return Some(Err(error)),
            };
            let mut claims = vec![first];
            // There are at most two claims for each of at most 22 readings.
            while let Some(next) = self.standing.next_if(|next| {
                next.as_ref().is_ok_and(|Standing(next)| {
                    next.of == claims[0].of && next.doubt == claims[0].doubt
                })
            }) {
                match next {
                    Ok(Standing(next)) => claims.push(next),
                    Err(error) => return Some(Err(error)),
                }
            }
            if let Some(right) = decide(claims) {
                return Some(Ok(Decision {
                    url: right.url().into(),
                    index: right.index,
                    resolved_by: right.resolved_by,
                    of: right.of,
                    doubt: right.doubt,
                    entry: right.entry,
                }));
            }
        }
    }
}

/// Decides between the right claims of a doubt, in order.
///
/// The longest reading is right: what a URL begins with is often a URL of its own, such as the root of the site, but
/// what a line break made up hardly stands elsewhere. Evidence both for the first reading and for one with other
/// hyphens decides nothing. Hosts count only if no whole URL stands elsewhere.
fn decide(mut claims: Vec<Claim>) -> Option<Claim> {
    let evidence = claims.first()?.resolved_by.evidence;
    claims.retain(|claim| claim.resolved_by.evidence == evidence);
    let compared = |claim: &Claim| match evidence {
        Evidence::Twin => Box::from(claim.url()),
        Evidence::Host => host(claim.url()).unwrap_or_default(),
    };
    let mut right: Option<(usize, Box<[u8]>)> = None;
    for (index, claim) in claims.iter().enumerate() {
        let text = compared(claim);
        // If two are equally long, the first one remains.
        if right
            .as_ref()
            .is_none_or(|(_, right)| text.len() > right.len())
        {
            right = Some((index, text));
        }
    }
    let (index, _) = right?;
    if claims[index].resolved_by.reading.is_of_hyphens() {
        let mut of_hyphens = claims
            .iter()
            .filter(|claim| claim.resolved_by.reading.is_of_hyphens());
        let kept = of_hyphens
            .clone()
            .find(|claim| claim.resolved_by.reading == Reading::Kept);
        if let Some(kept) = kept.map(compared)
            && of_hyphens.any(|claim| compared(claim) != kept)
        {
            return None;
        }
    }
    Some(claims.swap_remove(index))
}
