//! The trait through which a caller receives links.

use std::ops::ControlFlow;

use urlsift_archive::{Kind, Place, TextUnit};

use crate::{ContextLine, Link, Message, MessageEnd, Rejected, Skip};

/// Receives the links and other events of a [`Sifter`](crate::Sifter), in the order of the input.
///
/// Every method that returns a [`ControlFlow`] can end the reading.
pub trait Sink {
    /// Returns whether the links of a message are wanted. The header of the message is known.
    ///
    /// Called once per message, before any event of the message, except for messages that cannot hold a URL.
    /// If this returns `false`, the message is not decoded or scanned, and neither its links nor its rejected
    /// candidates are reported. The message still counts in [`Message::index`] and
    /// [`ReadStats::messages`](crate::ReadStats::messages).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use urlsift::{Link, Message, Sifter, Sink, Skip};
    ///
    /// struct OfJim(Vec<u64>);
    /// impl Sink for OfJim {
    ///     fn wants_message(&mut self, message: &Message<'_>) -> bool {
    ///         message.metadata().from().is_some_and(|from| from.contains("jim@"))
    ///     }
    ///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    ///         self.0.extend(link.message().and_then(|message| message.index()));
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
    fn wants_message(&mut self, _message: &Message<'_>) -> bool {
        true
    }

    /// Returns whether a text is wanted: a file without messages, a header field, or the body of a part.
    ///
    /// Called before each text. A text that is not wanted is neither decoded nor scanned.
    fn wants_text(&mut self, _place: Place<'_>) -> bool {
        true
    }

    /// Called at the start of a text, before its decoded bytes are passed to [`text`](Self::text).
    ///
    /// Texts that cannot hold a URL may be skipped: by default, a message without `<` is not decoded.
    fn begin_text(&mut self, _text: &TextUnit<'_>) {}

    /// Receives the next decoded bytes of the current text, as they are scanned.
    ///
    /// The offsets of [`Link::candidate`] count from the first byte of the text, so that a program that shows
    /// the text can underline the link in it. A link is reported after its bytes.
    fn text(&mut self, _decoded: &[u8]) {}

    /// Receives a link. Links and rejected candidates are reported in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip>;

    /// Returns whether the [text](crate::Markup::text) of links in HTML is wanted. If not, links have neither
    /// this text nor the warning [`TextDiffers`](crate::CandidateWarning::TextDiffers), and need not wait for their end
    /// tags.
    ///
    /// Called for each link of a page. The default is `true`.
    fn wants_link_text(&self) -> bool {
        true
    }

    /// Returns whether the context lines of the last link are wanted. Called only if
    /// [`Sifter::context`](crate::Sifter::context) has requested them.
    fn wants_context(&self) -> bool {
        true
    }

    /// Receives a line of a link or a line after it, if [`Sifter::context`](crate::Sifter::context) has requested
    /// context lines.
    ///
    /// Each line is reported once, after all links that begin on the line or before it. The lines before a
    /// link are returned by [`Link::before`].
    fn context(&mut self, _line: ContextLine<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// Receives a candidate that was opened and rejected.
    fn rejected(&mut self, _rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// Called with the kind of the file, before all other events of the file. A [`Sifter`](crate::Sifter) does not call
    /// it for a segment of a file that begins after its start.
    fn recognised(&mut self, _kind: Kind) {}

    /// Called if an archive cannot be cut although its [kind](Kind::can_be_cut) can be: after
    /// [`recognised`](Self::recognised) if its lines end in CR alone, and before the second message if no empty line
    /// precedes the `From ` lines of a mailbox. Such a file belongs as a whole to the [range](crate::Sifter::range)
    /// that includes 0.
    fn cannot_be_cut(&mut self) {}

    /// Called after all other events of a message, except for messages that cannot hold a URL or are not
    /// [wanted](Self::wants_message).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use urlsift::{Link, MessageEnd, Sifter, Sink, Skip};
    ///
    /// struct Hashes(Vec<[u8; 16]>);
    /// impl Sink for Hashes {
    ///     fn link(&mut self, _: &Link<'_>) -> ControlFlow<Skip> {
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn message_end(&mut self, end: &MessageEnd) {
    ///         self.0.extend(end.body_hash);
    ///     }
    /// }
    ///
    /// let mut sink = Hashes(Vec::new());
    /// let mut sifter = Sifter::new().body_hashes(true);
    /// sifter.sift_slice(b"Subject: a\n\n<http://a.example/>\n", &mut sink);
    /// sifter.sift_slice(b"Subject: b\r\n\r\n<http://a.example/>\r\n", &mut sink);
    /// assert_eq!(sink.0[0], sink.0[1]);
    /// ```
    fn message_end(&mut self, _end: &MessageEnd) {}

    /// Receives the offset of a defect of the archive, and the defect.
    fn warning(&mut self, _offset: u64, _warning: urlsift_archive::ArchiveWarning) {}

    /// Returns whether the next read, at an offset, may block until more input arrives. If so, and if reads return
    /// few bytes, the links of an HTML page are reported before its end is read, at the cost of some speed. The
    /// default is `false`.
    fn may_wait(&self, _at: u64) -> bool {
        false
    }

    /// Called before a read, which may block. Everything read so far has been scanned. Called again if a
    /// signal interrupts the read.
    fn before_read(&mut self) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }
}
