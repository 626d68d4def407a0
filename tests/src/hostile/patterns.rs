//! Every hostile input.

mod checked;
mod compressed;
mod encoded;
mod messages;
mod outlook;
mod readers;
mod repeated;
mod undecoded;

use super::{archives, pattern::Pattern, texts};

/// Returns every pattern.
#[must_use]
pub fn patterns() -> Vec<Pattern> {
    let texts = texts().into_iter().chain(archives());
    let repeated = texts.map(|text| Pattern::new(text.name(), move |size| text.bytes(size)));
    repeated
        .chain(repeated::all())
        .chain(undecoded::lines())
        .chain(messages::fields())
        .chain(messages::amplified())
        .chain(messages::parts())
        .chain(encoded::encodings())
        .chain(encoded::layouts())
        .chain(compressed::streams())
        .chain(compressed::containers())
        .chain(outlook::stores())
        .chain(outlook::messages())
        .chain(readers::attachments())
        .chain(readers::texts())
        .chain(readers::mailboxes())
        .chain(checked::lines())
        .collect()
}
