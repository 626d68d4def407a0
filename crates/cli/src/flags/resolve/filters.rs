//! The filters of a search.

use urlsift_filter::{Date, Filters, MessageFilter, Scheme, UrlFilter};

use crate::flags::args::FilterFlags;

/// Resolves the flags.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(flags: FilterFlags) -> Result<Filters, String> {
    let FilterFlags {
        scheme,
        host,
        mut exclude_scheme,
        exclude_host,
        no_mailto,
        newsgroup,
        from,
        subject,
        header,
        message_id,
        thread,
        since,
        until,
        local,
        media_type,
        quoted,
        no_quoted,
        joined,
        warn,
    } = flags;
    if no_mailto {
        exclude_scheme.push(Scheme::mailto());
    }
    let mut messages = MessageFilter::default();
    messages.newsgroups = newsgroup;
    messages.from = from;
    messages.subject = subject;
    messages.ids = message_id;
    messages.threads = thread;
    for field in header {
        messages.require(field);
    }
    let period = |date: Date| {
        if local {
            date.in_local_zone()
        } else {
            date.in_utc()
        }
    };
    let (since, until) = (since.map(period), until.map(period));
    if messages.set_dates(since, until).is_err() {
        return Err("for '--until <DATE>': the date is before that of '--since <DATE>'".into());
    }
    Ok(Filters {
        messages,
        types: media_type,
        urls: UrlFilter {
            schemes: scheme,
            hosts: host,
            excluded_schemes: exclude_scheme,
            excluded_hosts: exclude_host,
            is_quoted: (quoted || no_quoted).then_some(quoted),
            joined,
            warnings: warn,
        },
    })
}
