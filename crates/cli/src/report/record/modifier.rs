//! What `|md` and the like make of a value in a template.

use std::borrow::Cow;

use urlsift::{defang, defang_host, rfc1738::Verdict};

use super::separated::{Formulas, write_csv_value};

/// A change of a value, so that it means itself in another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Modifier {
    Md,
    Html,
    Json,
    Csv,
    Defang,
    Domain,
}

impl Modifier {
    const ALL: [(&str, Self); 6] = [
        ("md", Self::Md),
        ("html", Self::Html),
        ("json", Self::Json),
        ("csv", Self::Csv),
        ("defang", Self::Defang),
        ("domain", Self::Domain),
    ];

    /// Returns the modifier with a name.
    ///
    /// # Errors
    ///
    /// Returns an error that lists them, if there is none.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        let named = Self::ALL.iter().find(|(known, _)| *known == name);
        named.map(|&(_, modifier)| modifier).ok_or_else(|| {
            let all = Self::ALL.map(|(known, _)| known).join(" ");
            format!("no modifier '|{name}'; there are {all}")
        })
    }

    /// Returns what it makes of a value.
    pub(crate) fn apply(self, value: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Self::Md => escaped(value, |byte| {
                let is_mark = b"\\`*_{}[]()<>#+!|~&".contains(&byte);
                is_mark.then(|| vec![b'\\', byte])
            }),
            Self::Html => escaped(value, |byte| {
                let reference = match byte {
                    b'&' => "&amp;",
                    b'<' => "&lt;",
                    b'>' => "&gt;",
                    b'"' => "&quot;",
                    b'\'' => "&#39;",
                    _ => return None,
                };
                Some(reference.into())
            }),
            Self::Json => {
                let text = String::from_utf8_lossy(value);
                serde_json::Value::from(text)
                    .to_string()
                    .into_bytes()
                    .into()
            }
            Self::Csv => {
                let mut out = Vec::new();
                write_csv_value(&mut out, value, Formulas::Exact);
                out.into()
            }
            Self::Defang if value.contains(&b':') => defang(value),
            Self::Defang => defang_host(value).into(),
            Self::Domain => {
                let is_url = value.contains(&b':');
                let url = [if is_url { &b""[..] } else { b"http://" }, value].concat();
                let domain = Verdict::of(&url).parts().domain().map(Cow::into_owned);
                domain.unwrap_or_default().into_bytes().into()
            }
        }
    }
}

/// Returns a text in which some bytes are replaced.
fn escaped(text: &[u8], escape: impl Fn(u8) -> Option<Vec<u8>>) -> Cow<'_, [u8]> {
    let bytes = text.iter();
    let bytes = bytes.flat_map(|&byte| escape(byte).unwrap_or_else(|| vec![byte]));
    bytes.collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::Modifier;

    #[test]
    fn values_mean_themselves() {
        for (name, value, expected) in [
            ("md", "[a](b_c)<d>", r"\[a\]\(b\_c\)\<d\>"),
            ("html", "a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;"),
            ("json", "a\"\\\u{e9}", "\"a\\\"\\\\\u{e9}\""),
            ("csv", "a,\"b\"", "\"a,\"\"b\"\"\""),
            ("csv", "a", "a"),
            ("defang", "http://a.example/b.c", "hxxp://a[.]example/b.c"),
            ("defang", "a.example", "a[.]example"),
            ("domain", "https://x.y.co.uk:80/z", "y.co.uk"),
            ("domain", "www.a.example", "a.example"),
            ("domain", "mailto:a@b.example", ""),
        ] {
            let modifier = Modifier::named(name).expect("a modifier");
            let found = modifier.apply(value.as_bytes());
            assert_eq!(String::from_utf8_lossy(&found), expected, "{value}|{name}");
        }
        assert!(Modifier::named("upper").is_err());
    }
}
