//! What is made of the inputs, part by part, and how it is put together.

use std::{io, ops::ControlFlow, path::Path};

use crate::{Input, Sink};

/// Makes pages, on whichever thread they are needed.
pub trait Printer: Send + Sync + 'static {
    /// What is made.
    type Page: Page;

    /// An empty page.
    fn page(&self) -> Self::Page;

    /// Whether an input may be read.
    ///
    /// # Errors
    ///
    /// Why it may not; this is told as an [`Error`](crate::Error) of that input.
    fn admit(&self, _input: &Input) -> io::Result<()> {
        Ok(())
    }
}

/// A [`Sink`] for a part of all that is found.
///
/// What the pages are told, one behind the other, is what one sink would be told of all inputs, with
/// three exceptions. Where a page goes on with a file that another has begun, it is told so by
/// [`resume`](Self::resume). There, [`Link::position`](crate::Link::position),
/// [`Rejected::position`](crate::Rejected::position) and
/// [`InMessage::index`](crate::InMessage::index) count from somewhere within the file; the
/// [`Binder`] is told from where. And a read that has to be waited for is not told to a page: it is
/// handed over to the binder before.
///
/// What a page says to be skipped is skipped. It cannot know of what other pages hold of the same
/// file.
pub trait Page: Sink + Send + 'static {
    /// An input begins, or goes on: what is told next is of it, or of what is in it.
    fn input(&mut self, _input: &Input) {}

    /// A file goes on that another page has begun: `last`, if that is known to be the page before.
    fn resume(&mut self, path: &Path, last: Option<&Self>)
    where
        Self: Sized;

    /// About how many bytes it takes. A page of 64 KiB or more is handed over.
    fn size(&self) -> usize;
}

/// Puts pages together, on the thread that runs the [`Driver`](crate::Driver), in the inputs' order.
pub trait Binder<P> {
    /// Takes the next page. A break ends the run.
    fn bind(&mut self, page: P, preceding: Preceding) -> ControlFlow<()>;

    /// The next page is not ready; it may take any time. A break ends the run.
    fn idle(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What stands in a file before the place from which a page that was
/// [resumed](Page::resume) counts. Nothing, for all files that the page has begun itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preceding {
    /// How many line breaks.
    pub lines: u64,
    /// How many bytes since the last of them.
    pub columns: u64,
    /// How many messages.
    pub messages: u64,
}
