//! wais, §3.9.

use alloc::format;

use crate::{
    class::Class,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    rule::Rule,
    steps::{Steps, quoted},
};

impl Parser<'_, '_> {
    /// `waisurl = waisdatabase | waisindex | waisdoc`, where
    /// `waisdatabase = "wais://" hostport "/" database`,
    /// `waisindex = "wais://" hostport "/" database "?" search`,
    /// `waisdoc = "wais://" hostport "/" database "/" wtype "/" wpath`
    pub(crate) fn waisurl(&mut self) {
        self.hostport(Rule::Waisurl, b"/");
        if !self.take(b'/') {
            self.missing(Code::MissingPath, Rule::Waisurl);
            return;
        }
        // `database`, `wtype` and `wpath` are all `*uchar`.
        let database = self.chars(Class::UCHAR, Rule::Database, b"?/");
        let search = self.take(b'?').then(|| self.search());
        let wtype = self
            .take(b'/')
            .then(|| self.chars(Class::UCHAR, Rule::Wtype, b"/"));
        let wpath = self
            .take(b'/')
            .then(|| self.chars(Class::UCHAR, Rule::Wpath, b""));
        if wtype.is_some() && wpath.is_none() {
            self.missing(Code::MissingWpath, Rule::Waisdoc);
        }
        self.parts.scheme_specific = SchemeSpecific::Wais {
            database,
            search,
            wtype,
            wpath,
        };
    }
}

/// Explains a wais URL (§3.9).
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    let Some(database) = parts.database().map(quoted) else {
        return;
    };
    steps.say(match (parts.search(), parts.wtype(), parts.wpath()) {
        (Some(search), ..) => format!("Search the database {database} for {}.", quoted(search)),
        (_, Some(wtype), Some(wpath)) => format!(
            "Retrieve the document {} of type {} from the database {database}.",
            quoted(wpath),
            quoted(wtype)
        ),
        _ => format!("Offer the database {database} for searching."),
    });
}
