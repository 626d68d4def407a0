//! What to write instead of what is wrong.

use alloc::{format, string::String};
use core::{fmt::Write as _, ops::Range};

use crate::{
    problem::{Code, Problem},
    verdict::Verdict,
};

impl Problem {
    /// Returns a suggested correction, as a sentence. `text` must be the text that has the problem.
    #[must_use]
    pub fn help(self, text: &[u8]) -> String {
        let bytes = text.get(self.span()).unwrap_or_default();
        let code = self.code();
        if matches!(code, Code::HostCharacter | Code::NonAsciiCharacter)
            && !bytes.is_ascii()
            && let Some(ascii) = self.host_in_ascii(text)
        {
            return format!("write the host in ASCII: `{ascii}`");
        }
        match code {
            Code::IpLiteral if bytes.contains(&b'%') => {
                "use the host's name, or leave out the zone from the `%` on: only one machine knows it, and browsers \
                 refuse it"
                    .into()
            }
            Code::UnsafeCharacter
            | Code::ControlCharacter
            | Code::NonAsciiCharacter
            | Code::ReservedCharacter => {
                let mut help = String::from("write `");
                for byte in bytes.iter().take(Self::MAX_ENCODED) {
                    // Writing to a string never fails.
                    let _ = write!(help, "%{byte:02X}");
                }
                help.push_str(if bytes.len() > Self::MAX_ENCODED {
                    "`, and so on"
                } else {
                    "`"
                });
                help
            }
            _ => code.help().into(),
        }
    }

    /// Returns the canonical form of the host of a text, if the problem lies in the host.
    fn host_in_ascii(self, text: &[u8]) -> Option<String> {
        let verdict = Verdict::of(text);
        let host = verdict.parts().login?.host.span();
        let Range { start, end } = self.span();
        let is_inside = host.start <= start && end <= host.end;
        let ascii = verdict.parts().host_ascii().filter(|_| is_inside)?;
        Some(ascii.into_owned())
    }

    /// The maximum number of bytes that a correction shows encoded.
    const MAX_ENCODED: usize = 8;
}
