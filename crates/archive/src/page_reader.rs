//! Reads an HTML page that is decoded and in memory, without the reader of archives.
//!
//! The walk through an archive has a charset, an envelope and headers to consider, reads in windows, and forgets what
//! it has reported. Here is only the last of its decoders, and the map of the whole page.

use crate::{
    Markup, Origin,
    decode::{Decoder, Html, Output, PageBuffers},
};

/// The number of bytes decoded at a time: small enough that the output stays in the cache.
const BLOCK: usize = 16 << 10;

/// Receives the text of an HTML page and its markup, in order.
pub trait PageVisitor {
    /// Called with markup, and the number of bytes of the text before it, before the next bytes of the text.
    fn markup(&mut self, at: u64, markup: &Markup<'_>);

    /// Called with the next bytes of the text, and the map from all of the text so far to the page.
    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>);

    /// Called when the page ends.
    fn end(&mut self, origin: &Origin<'_>);
}

/// Reads an HTML page in UTF-8: its visible text, and the attributes that contain URLs, with values of at most
/// `max_len` bytes, and the start of longer ones. A charset that the page declares is ignored.
///
/// ```
/// use urlsift_archive::{Markup, Origin, PageVisitor, read_page};
///
/// #[derive(Default)]
/// struct Page(String, Vec<String>);
///
/// impl PageVisitor for Page {
///     fn markup(&mut self, _at: u64, markup: &Markup<'_>) {
///         if let Markup::Value(value) = markup {
///             self.1.push(String::from_utf8_lossy(value.bytes).into_owned());
///         }
///     }
///     fn text(&mut self, bytes: &[u8], _origin: &Origin<'_>) {
///         self.0 += &String::from_utf8_lossy(bytes);
///     }
///     fn end(&mut self, _origin: &Origin<'_>) {}
/// }
///
/// let mut page = Page::default();
/// read_page(b"<p>a <a href='http://a.example/?b&amp;c'>&lt;b>", 8192, &mut page);
/// assert_eq!((&*page.0, &page.1[..]), ("a <b>", &["http://a.example/?b&c".to_owned()][..]));
/// ```
pub fn read_page(page: &[u8], max_len: usize, visitor: &mut impl PageVisitor) {
    let mut html = Html::with_attributes(max_len, PageBuffers::default());
    let mut out = Output::default();
    let mut at = 0;
    for block in page.chunks(BLOCK) {
        html.decode(block, at, &mut out);
        at += block.len() as u64;
        report(&mut html, &mut out, visitor);
    }
    html.finish(at, &mut out);
    report(&mut html, &mut out, visitor);
    visitor.end(&Origin::new(&[out.map()]));
}

/// Reports the markup and the text since the last report.
fn report(html: &mut Html, out: &mut Output, visitor: &mut impl PageVisitor) {
    if let Some(page) = html.page() {
        let events = page.take_events();
        for event in &events {
            event.with_markup(&mut [out.map()], |markup| visitor.markup(event.at, markup));
        }
        page.reuse_events(events);
    }
    if !out.bytes().is_empty() {
        visitor.text(out.bytes(), &Origin::new(&[out.map()]));
        out.clear_bytes();
    }
}
