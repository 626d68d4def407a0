//! The grammars of RFC 1738 and RFC 1808 a second time, to hold the validator against: regular
//! expressions written from the productions and from nothing else, and texts from the grammar and
//! around it.

pub mod choices;
pub mod generator;
pub mod recogniser;
mod rules;
