//! What decides whether a URL continues: what forbids it, and the signs by their weight.

use super::{
    Continuation::{self, Likely, No, Sure},
    Place, may_cut_word,
};
use crate::{
    Config,
    candidate::Sign,
    line::{
        begin::begins_link,
        chars::{SOFT_HYPHEN, has_word},
        token::{
            begins_own_link, begins_with_bracket, completes_extension, continues_title, has_scheme,
            has_sign, is_address, is_figure, is_file_path, is_geek_code, is_litter, is_mark,
            is_query_part, is_request, is_variable, letters,
        },
    },
};

/// A sign that a URL continues: its test, how certain it is, and its name.
type Rule = (fn(&Place<'_>) -> bool, Continuation, Sign);

/// The signs by their weight: the first one that is there decides. Without any, the URL ends with its line.
#[rustfmt::skip]
const RULES: &[Rule] = &[
    (|at| at.is_closed(), Sure, Sign::Bracket),
    (|at| at.is_repetition(), Sure, Sign::Repetition),
    (|at| at.is_cut_in_scheme(), Sure, Sign::Scheme),
    (|at| at.lacks_host && at.has_slashes() && at.begins_with_name(), Sure, Sign::Host),
    (|at| at.lacks_host, No, Sign::Host),
    (|at| at.is_cut_at_mark(), Sure, Sign::Punctuation),
    // Nearly always the end of a sentence.
    (|at| at.ends_at_mark(), No, Sign::Punctuation),
    (|at| at.is_odd_name(), No, Sign::Punctuation),
    (|at| at.is_never_whole(), Sure, Sign::Host),
    (|at| at.ends_in_hyphen_of_host() && !at.begins_with_name(), No, Sign::Host),
    (|at| at.is_continued(), Sure, Sign::Continuation),
    (|at| at.has_room() && at.is_single && at.is_own_part(), Likely, Sign::Width),
    (|at| at.has_room(), No, Sign::Width),
    (|at| at.has_typeset_hyphen || at.url.ends_with(b"-"), Sure, Sign::Hyphen),
    (|at| at.is_cut_in_escape(), Sure, Sign::Escape),
    (|at| at.begins_inside() || at.token() == b"/", Sure, Sign::Punctuation),
    (|at| at.is_cut_at_edge(), Sure, Sign::Screen),
    (|at| at.is_cut_in_flowed() || at.is_broken_in_flowed(), Sure, Sign::Flowed),
    (|at| at.completes_extension(), Sure, Sign::Extension),
    (|at| at.continues_number(), Sure, Sign::Number),
    (|at| at.is_as_wide_as_next() || at.is_as_wide_as_before() && at.has_digit(), Sure, Sign::Width),
    (|at| (at.is_single || at.is_filled()) && at.is_cut_in_host(), Sure, Sign::Host),
    (|at| at.is_host_alone() && !(at.is_cut_at_column() && at.is_own_part()), No, Sign::Host),
    (|at| at.is_cut_at_column() && at.is_rest_of_column(), Sure, Sign::Width),
    (|at| at.is_filled() && continues_title(at.url, at.token()), Sure, Sign::Width),
    (|at| at.is_cut_at_width() && at.is_rest(), Sure, Sign::Width),
    (|at| (at.may_be_cut() || at.is_narrow()) && at.is_own_part() && is_query_part(at.token()), Sure, Sign::Width),
    (|at| at.is_narrow() && at.is_first() && at.is_own_part() && !at.ends_in_file(), Sure, Sign::Width),
    (|at| !at.is_single && at.ends_at_separator() && at.is_certain_part(), Sure, Sign::Slash),
    (|at| !at.is_single && at.may_be_cut() && at.is_first() && at.is_part(), Likely, Sign::Width),
    (|at| !at.is_single && at.may_be_cut() && at.is_own_part(), Likely, Sign::Width),
    (|at| !at.is_single && at.ends_at_separator() && at.begins_with_word() && at.is_own_part(), Likely, Sign::Slash),
    (|at| !at.is_single, No, Sign::Width),
    (|at| at.is_repeated(), Sure, Sign::Repetition),
    (|at| at.is_closed_after(), Sure, Sign::Bracket),
    // An item of a list, which its own link follows.
    (|at| begins_link(at.after) && !(at.is_alone() && at.is_own_part()), No, Sign::Width),
    (|at| at.is_alone() && at.is_rest(), Sure, Sign::Width),
    (|at| at.may_be_cut() && at.is_own_part() && !at.ends_in_file(), Sure, Sign::Width),
    (|at| at.is_query(), Sure, Sign::Query),
    (|at| at.ends_at_separator() && (at.is_own_part() || at.is_value() || at.is_flowed()), Sure, Sign::Slash),
    (|at| at.is_own_part(), Likely, Sign::Width),
    (|at| at.may_be_cut() && at.is_first(), Likely, Sign::Width),
    (|at| at.ends_at_separator() && at.looks_cut(), Likely, Sign::Slash),
];

impl Place<'_> {
    /// Fast check whether the URL may continue, without the [`token`](Self::token). `true` means "not known".
    pub(crate) fn is_possible(&self) -> bool {
        self.is_single
            || self.closers.is_some()
            || self.lacks_host
            || self.edge.is_some()
            || self.is_never_whole()
            || self.is_cut_inside()
            || self.may_be_cut() && self.is_first()
            || self.is_cut_in_flowed()
            || self.is_cut_at_column()
            || self.is_broken_in_flowed()
            || self.is_cut_at_mark()
            || self.is_as_wide_as_before()
            || self.previous.len() > self.url.len() && self.previous.starts_with(self.url)
            || may_cut_word(self.line) && completes_extension(self.url, letters(self.word))
            || has_sign(self.word)
                && (self.may_be_cut()
                    || self.is_filled()
                    || self.is_narrow()
                    || self.ends_at_separator())
    }

    /// Decides whether the URL continues, if nothing [forbids](Self::may_go_on) it, and by which sign.
    pub(crate) fn judge(&self) -> (Continuation, Sign) {
        let mut rules = RULES.iter();
        let rule = rules.find(|(is_there, ..)| is_there(self));
        rule.map_or((No, Sign::Width), |&(_, continuation, sign)| {
            (continuation, sign)
        })
    }

    /// Returns whether nothing in the next line forbids that the URL continues there.
    pub(crate) fn may_go_on(&self, config: &Config) -> bool {
        let is_closed = self.is_closed();
        let is_certain = is_closed || self.is_repetition();
        (has_word(self.token())
            || self.token() == b"/" && (is_certain || self.is_shown_to_be_cut()))
            && (self.rest() == [SOFT_HYPHEN] || !has_word(self.rest()))
            && (is_closed
                || !is_mark(self.word)
                || self.is_marked_part()
                || self.completes_extension())
            && !is_address(self.word)
            && !is_request(self.word)
            && !is_litter(self.word)
            && !(self.ends_in_file() && (is_figure(self.word) || self.is_row()))
            && (is_closed || !is_geek_code(self.word))
            && !self.is_in_column()
            && (!is_variable(self.word)
                || self.url.contains(&b'?') && !is_variable(self.before()))
            && (is_closed || !is_file_path(self.word))
            && !begins_with_bracket(self.word)
            && (self.is_cut_in_scheme() || !has_scheme(self.word, config))
            && (self.lacks_host || !begins_link(self.word))
            // What lynx prints after a link in brackets is often the same link.
            && (is_closed || self.is_never_whole() || !begins_own_link(self.follows))
            && (self.is_single
                || self.is_never_whole()
                || self.has_typeset_hyphen
                || self.is_cut_at_column()
                || !self.is_second_column())
    }

    /// Returns whether a word that ends in a colon, as a key does, is a part of a URL.
    fn is_marked_part(&self) -> bool {
        self.word.ends_with(b":") && self.is_part()
    }
}
