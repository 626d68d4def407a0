//! Conditional comments, whose content Outlook for Windows shows: `<!--[if mso]>` up to `<![endif]-->`.
//!
//! To the standard, they are comments up to the next `-->`, where the content ends, too. What is between
//! `<![if !mso]>` and `<![endif]>`, or after `<!--[if !mso]><!-->`, is part of the page, as it is for everyone but
//! Outlook.

use super::{Comment, HtmlState, Tokenizer};
use crate::decode::{
    html::{
        condition::{END, MAX_CONDITION},
        content::ContentModel,
    },
    output::Output,
};

impl Tokenizer {
    /// Begins a condition with its `[`, in a comment or in a declaration.
    pub(super) fn begin_condition(&mut self, is_comment: bool) -> usize {
        self.condition.begin(is_comment);
        self.reconsume_in(HtmlState::Condition)
    }

    /// Reads the bytes of a condition. Returns the number of bytes consumed.
    pub(super) fn read_condition(&mut self, byte: u8, out: &mut Output) -> usize {
        let condition = &mut self.condition;
        let is_comment = condition.is_comment;
        if condition.text.len() == MAX_CONDITION || is_comment && byte == b'-' {
            return self.reconsume_in(match (is_comment, self.content_model) {
                (true, _) => HtmlState::Comment(Comment::Body),
                (false, ContentModel::Data) => HtmlState::Bogus,
                (false, _) => HtmlState::Text,
            });
        }
        if byte != b'>' {
            condition.text.push(byte);
            return 1;
        }
        let opens = is_comment && condition.is_of_outlook();
        let start = condition.text.get(..END.len());
        let closes = !is_comment && start.is_some_and(|start| start.eq_ignore_ascii_case(END));
        if closes && self.is_in_condition {
            self.content_model = ContentModel::Data;
        }
        if opens || closes {
            self.set_condition(opens, out);
        }
        self.advance_to(if is_comment && !opens {
            HtmlState::Comment(Comment::Body)
        } else {
            HtmlState::Text
        })
    }

    /// Begins or ends the content of a conditional comment.
    pub(super) fn set_condition(&mut self, is_in_condition: bool, out: &mut Output) {
        if self.is_in_condition != is_in_condition {
            self.is_in_condition = is_in_condition;
            if let Some(attributes) = &mut self.attributes {
                attributes.set_condition(is_in_condition, out);
            }
        }
    }

    /// Reads text in a conditional comment, which a `-->` ends as any other. Returns the number of bytes consumed.
    pub(super) fn conditional_text(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        match memchr::memchr(b'-', input) {
            Some(0) => {
                self.held.begin(b'-', at);
                self.advance_to(HtmlState::ConditionDash)
            }
            dash => self.data(&input[..dash.unwrap_or(input.len())], at, out),
        }
    }

    /// Reads the byte after one or two hyphens in a conditional comment.
    pub(super) fn condition_dash(&mut self, byte: u8, at: u64, out: &mut Output) -> usize {
        match (self.held.bytes(), byte) {
            (b"-", b'-') => {
                self.held.push(byte);
                1
            }
            (b"--", b'-') => {
                self.show(b"-", self.held.at, out);
                self.held.begin(b'-', at - 1);
                self.held.push(byte);
                1
            }
            (b"--", b'>') => {
                self.set_condition(false, out);
                self.advance_to(HtmlState::Text)
            }
            _ => {
                self.show_held(out);
                0
            }
        }
    }
}
