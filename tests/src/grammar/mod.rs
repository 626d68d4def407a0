//! A second implementation of the grammars of RFC 1738 and RFC 1808, to test the validator against: regular
//! expressions transcribed from the productions, and a generator of texts inside and just outside the grammar.

pub mod choices;
pub mod generator;
pub mod recogniser;
mod rules;
