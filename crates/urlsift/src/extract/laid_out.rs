//! Reads messages that a container stores in a form other than a file.

use std::io::Read;

use urlsift_archive::{Kind, Walker};

use super::{Sifted, Sifter};
use crate::{Sink, layout::MessageLayout};

impl Sifter {
    /// Reads a message of a known layout to its end and reports its links. The
    /// [kind](urlsift_archive::ReadOptions::kind) in the sifter's options is ignored.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use urlsift::{Link, MessageLayout, Sifter, Sink, Skip};
    /// # struct Links(Vec<(u64, bool)>);
    /// # impl Sink for Links {
    /// #     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    /// #         self.0.push((link.span().start(), link.is_virtual()));
    /// #         ControlFlow::Continue(())
    /// #     }
    /// # }
    /// # let mut sink = Links(Vec::new());
    /// let header = "Subject: a\nContent-Type: text/html\n\n";
    /// let layout = MessageLayout {
    ///     header_len: header.len() as u64,
    ///     header_lines: 3,
    ///     is_virtual: true,
    /// };
    /// let text = format!("{header}see &lt;http://a/>");
    /// Sifter::new().sift_message(layout, text.as_bytes(), &mut sink);
    /// assert_eq!(sink.0, [(4, true)]);
    /// ```
    pub fn sift_message(
        &mut self,
        layout: MessageLayout,
        mut bytes: impl Read,
        sink: &mut impl Sink,
    ) -> Sifted {
        self.begin_message(layout);
        self.resume(&mut bytes, sink)
    }

    /// Begins a message of a known layout. The next byte read is the first one of its header section.
    pub fn begin_message(&mut self, layout: MessageLayout) {
        let reading = self.reading.clone();
        let has_header = layout.header_len > 0;
        let headers = reading.reads_headers() && !has_header;
        let reading = reading.kind(Some(Kind::Message)).headers(headers);
        self.begin_message_with(Walker::new(reading));
        self.extractor.state.layout = layout;
    }
}
