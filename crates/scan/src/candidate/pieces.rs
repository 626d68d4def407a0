//! The pieces of a candidate.

use alloc::vec::Vec;
use core::{
    ops::{Deref, DerefMut},
    slice,
};

use super::Span;

/// The pieces of a candidate. Nearly all candidates have one, which is stored in place: a candidate of an attribute or
/// of a line then costs one allocation less.
#[derive(Debug)]
pub(crate) enum Pieces {
    One(Span),
    /// Any number. The buffer is kept when the pieces are cleared.
    Several(Vec<Span>),
}

impl Pieces {
    /// No pieces.
    pub(crate) const fn new() -> Self {
        Self::Several(Vec::new())
    }

    pub(crate) fn clear(&mut self) {
        match self {
            Self::One(_) => *self = Self::new(),
            Self::Several(pieces) => pieces.clear(),
        }
    }

    pub(crate) fn push(&mut self, piece: Span) {
        match self {
            Self::One(first) => *self = Self::Several(Vec::from([*first, piece])),
            Self::Several(pieces) => pieces.push(piece),
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Span> {
        match self {
            Self::One(piece) => {
                let piece = *piece;
                self.clear();
                Some(piece)
            }
            Self::Several(pieces) => pieces.pop(),
        }
    }
}

impl Deref for Pieces {
    type Target = [Span];

    fn deref(&self) -> &[Span] {
        match self {
            Self::One(piece) => slice::from_ref(piece),
            Self::Several(pieces) => pieces,
        }
    }
}

impl DerefMut for Pieces {
    fn deref_mut(&mut self) -> &mut [Span] {
        match self {
            Self::One(piece) => slice::from_mut(piece),
            Self::Several(pieces) => pieces,
        }
    }
}

impl FromIterator<Span> for Pieces {
    fn from_iter<I: IntoIterator<Item = Span>>(pieces: I) -> Self {
        let mut pieces = pieces.into_iter();
        match (pieces.next(), pieces.next()) {
            (None, _) => Self::new(),
            (Some(first), None) => Self::One(first),
            (Some(first), Some(second)) => {
                Self::Several([first, second].into_iter().chain(pieces).collect())
            }
        }
    }
}

impl Clone for Pieces {
    fn clone(&self) -> Self {
        self.iter().copied().collect()
    }
}

impl PartialEq for Pieces {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Pieces {}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Pieces, Span};

    #[test]
    fn pieces_are_those_of_a_vector() {
        let spans: Vec<Span> = (0..4).map(|at| Span::new(at, at + 1)).collect();
        for count in 0..spans.len() {
            let mut pieces: Pieces = spans[..count].iter().copied().collect();
            assert_eq!(*pieces, spans[..count]);
            assert_eq!(matches!(pieces, Pieces::One(_)), count == 1);
            let mut pushed = Pieces::new();
            for &span in &spans[..count] {
                pushed.push(span);
            }
            assert_eq!((&pushed, &pushed.clone()), (&pieces, &pieces));
            pieces.push(spans[3]);
            assert_eq!((pieces.pop(), &pieces), (Some(spans[3]), &pushed));
            if let Some(last) = pieces.last_mut() {
                *last = spans[3];
                assert_eq!(pieces.pop(), Some(spans[3]));
                assert_eq!(*pieces, spans[..count - 1]);
            }
            pieces.clear();
            assert_eq!((pieces.pop(), pieces.len()), (None, 0));
        }
    }
}
