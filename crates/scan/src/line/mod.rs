//! Finds the URLs without angle brackets: bare, in quotation marks, or after `URL:`.
//!
//! Where a bare URL begins is decided by the table of schemes, where it ends by Unicode's standard for links in text,
//! UTS #58: no list of words or of punctuation has to be complete. `docs/RULES.md` has the rules in a table with
//! examples.

mod address;
mod at_sign;
mod bare;
mod begin;
mod broken_scheme;
mod chars;
mod closers;
mod end;
mod find;
mod follow;
mod host;
mod implied;
mod layout;
mod link_term;
mod name;
mod open_quote;
mod preceding;
mod quote;
mod reading;
mod screen;
mod search;
mod term;
pub(crate) mod tld;
mod token;
mod trigger;
mod trigger_block;
mod wrap;
mod www;

pub(crate) use self::{
    chars::without_last_soft_hyphen,
    end::Surroundings,
    find::LineFinder,
    preceding::{Cut, Preceding},
    search::LineSearch,
    token::is_directive,
};
pub use term::{LinkTerm, opening_bracket};
pub use trigger::Triggers;
