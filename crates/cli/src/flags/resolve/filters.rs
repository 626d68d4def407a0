//! The filters of a search.

use crate::{
    flags::args::FilterFlags,
    select::filter::{Filters, MessageFilter, UrlFilter, by_name},
};

/// Resolves the flags.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(flags: FilterFlags) -> Result<Filters, String> {
    let FilterFlags {
        scheme,
        host,
        newsgroup,
        from,
        subject,
        header,
        message_id,
        thread,
        since,
        until,
        media_type,
        quoted,
        no_quoted,
        joined,
        warn,
    } = flags;
    if let (Some(since), Some(until)) = (since, until)
        && until.last < since.first
    {
        return Err("for '--until <DATE>': the date is before that of '--since <DATE>'".into());
    }
    Ok(Filters {
        messages: MessageFilter {
            newsgroups: newsgroup,
            from,
            subject,
            fields: by_name(header),
            ids: message_id,
            threads: thread,
            since: since.map(|since| since.first),
            until: until.map(|until| until.last),
        },
        types: media_type,
        urls: UrlFilter {
            schemes: scheme,
            hosts: host,
            is_quoted: (quoted || no_quoted).then_some(quoted),
            joined,
            warnings: warn,
        },
    })
}
