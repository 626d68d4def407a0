//! Decides between readings that stand elsewhere.

use std::{io, iter::Peekable};

use crate::{
    claim::{Claim, host},
    reading::{Evidence, Reading},
    sort::Merge,
};

/// An iterator over what is decided: of each doubt, the claim that is right, in the order of the first readings and
/// then of the hashes of all readings. Doubts for which there is no evidence, or evidence for and against the first
/// reading, are left out: the first reading stands. If a temporary file cannot be read, the error is the last item.
#[derive(Debug)]
pub struct Decisions {
    /// The claims whose keys stand elsewhere.
    standing: Peekable<Merge<Claim>>,
}

impl Decisions {
    pub(crate) fn new(standing: Merge<Claim>) -> Self {
        Self {
            standing: standing.peekable(),
        }
    }

    /// Returns the standing claims of the next doubt. There are at most two for each of at most 22 readings.
    fn next_doubt(&mut self) -> io::Result<Option<Vec<Claim>>> {
        let Some(first) = self.standing.next().transpose()? else {
            return Ok(None);
        };
        let (of, doubt) = (first.of.clone(), first.doubt);
        let mut claims = vec![first];
        let is_same = |next: &io::Result<Claim>| {
            next.as_ref()
                .map_or(true, |next| next.of == of && next.doubt == doubt)
        };
        while let Some(next) = self.standing.next_if(is_same) {
            claims.push(next?);
        }
        Ok(Some(claims))
    }
}

impl Iterator for Decisions {
    type Item = io::Result<Claim>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_doubt() {
                Ok(claims) => {
                    if let Some(right) = decide(claims?) {
                        return Some(Ok(right));
                    }
                }
                Err(error) => return Some(Err(error)),
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
