//! wais, §3.9.

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Specific};

impl Parser<'_, '_> {
    /// `waisurl = waisdatabase | waisindex | waisdoc`, where
    /// `waisdatabase = "wais://" hostport "/" database`,
    /// `waisindex = "wais://" hostport "/" database "?" search`,
    /// `waisdoc = "wais://" hostport "/" database "/" wtype "/" wpath`
    pub(super) fn waisurl(&mut self) {
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
        self.parts.specific = Specific::Wais {
            database,
            search,
            wtype,
            wpath,
        };
    }
}
