//! What a caller receives.

use std::ops::ControlFlow;

use urlsift_archive::{Place, TextUnit};

use crate::{ContextLine, InMessage, Link, Rejected, Skip};

/// Receives what a [`Sifter`](crate::Sifter) finds, in the order of the input.
///
/// Every method that returns a [`ControlFlow`] can end the reading.
pub trait Sink {
    /// Returns whether the links of a message are wanted, which can be decided by its header.
    ///
    /// Called once per message, before anything of it is reported, and not for a message that cannot
    /// hold a URL. If the answer is no, nothing of the message is decoded or scanned, and neither its
    /// links nor its rejected candidates are reported. The message still counts in
    /// [`InMessage::index`] and [`ReadStats::messages`](crate::ReadStats::messages).
    ///
    /// The argument stands for the whole message: it has no [`part`](InMessage::part) and no
    /// [`header`](InMessage::header) field.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use urlsift::{InMessage, Link, Sifter, Sink, Skip};
    ///
    /// struct OfJim(Vec<u64>);
    /// impl Sink for OfJim {
    ///     fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
    ///         message.metadata().from().is_some_and(|from| from.contains("jim@"))
    ///     }
    ///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    ///         self.0.extend(link.message().map(|message| message.index()));
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mbox = b"From a Mon Jan 30 09:12:04 1995\nFrom: ben@a.example\n\n<http://a.example/>\n\n\
    ///     From a Mon Jan 30 09:12:05 1995\nFrom: jim@a.example\n\n<http://a.example/>\n";
    /// let mut sink = OfJim(Vec::new());
    /// Sifter::new().sift_slice(mbox, &mut sink);
    /// assert_eq!(sink.0, [1]);
    /// ```
    fn wants_message(&mut self, _message: &InMessage<'_>) -> bool {
        true
    }

    /// Returns whether a text is scanned: a file without messages, a header field, or the body of a
    /// part. Called before each text. A text that is not wanted is not decoded.
    fn wants_text(&mut self, _place: Place<'_>) -> bool {
        true
    }

    /// A text begins. Its bytes, decoded, follow in [`text`](Self::text).
    ///
    /// Texts that cannot hold a URL may be left out: a message without `<` is not decoded.
    fn begin_text(&mut self, _text: &TextUnit<'_>) {}

    /// The next bytes of the current text, decoded, as they are scanned.
    ///
    /// Offsets of [`Link::candidate`] count from the first byte after [`begin_text`](Self::begin_text),
    /// so that a program that shows the text can underline the link in it. A link is reported after the
    /// bytes that hold it.
    fn text(&mut self, _decoded: &[u8]) {}

    /// A link. Links and rejected candidates come in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip>;

    /// Returns whether the lines around the last link are wanted. Called only if [`Sifter::context`](crate::Sifter::context)
    /// was used.
    fn wants_context(&self) -> bool {
        true
    }

    /// A line on which a link stands, or a line after it, if [`Sifter::context`](crate::Sifter::context) asked for lines. Each
    /// line comes once, and before the next link unless that stands on it or before it. Lines before the
    /// link are [`Link::before`].
    fn context(&mut self, _line: ContextLine<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// A candidate that was opened and is no link.
    fn rejected(&mut self, _rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// A defect of the archive, and the offset of the byte it is about.
    fn warning(&mut self, _offset: u64, _warning: urlsift_archive::Warning) {}

    /// Everything read so far has been scanned, and a read follows that may block. Called again when a
    /// signal interrupts the read.
    fn before_read(&mut self) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }
}
