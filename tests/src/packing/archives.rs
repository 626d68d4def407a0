//! One set of messages, in each kind of archive.

use super::File;

/// A message and the URLs in it.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// Its `Message-ID`.
    pub id: &'static str,
    /// Header and body; lines end in LF.
    pub text: &'static str,
    /// The URLs, in order.
    pub urls: &'static [&'static str],
}

/// The messages. Each has a construct that packing must preserve.
pub const MESSAGES: [Message; 4] = [
    Message {
        id: "<1@a.example>",
        text: "\
From: jane@a.example
Newsgroups: comp.text
Subject: wrapped
Date: Mon, 30 Jan 1995 09:12:04 +0000
Message-ID: <1@a.example>
List-Archive: <http://a.example/list>

It is <URL:http://a.example/wra
   pped> and, behind a break that may be a hyphen, <http://a.example/x-
y>.
",
        urls: &[
            "http://a.example/list",
            "http://a.example/wrapped",
            "http://a.example/x-y",
        ],
    },
    // An mbox prefixes the second line of the body with a `>`, which is not part of the message.
    Message {
        id: "<2@a.example>",
        text: "\
From: ben@b.example
Newsgroups: comp.text
Subject: From
Date: Mon, 30 Jan 1995 09:13:04 +0000
Message-ID: <2@a.example>

<http://b.example/
From here>
",
        urls: &["http://b.example/Fromhere"],
    },
    Message {
        id: "<3@a.example>",
        text: "\
From: cy@c.example
Newsgroups: comp.text
Subject: =?utf-8?Q?=3Chttp://c.example/subject=3E?=
Date: Mon, 30 Jan 1995 09:14:04 +0000
Message-ID: <3@a.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Transfer-Encoding: base64

PGh0dHA6Ly9jLmV4YW1wbGUvYmFzZTY0Pgo=
--x
Content-Transfer-Encoding: quoted-printable

=3Chttp://c.example/q=
p?a=3Db>
--x--
",
        urls: &[
            "http://c.example/subject",
            "http://c.example/base64",
            "http://c.example/qp?a=b",
        ],
    },
    Message {
        id: "<4@a.example>",
        text: "\
From: dee@d.example
Newsgroups: comp.text
Subject: quoted
Date: Mon, 30 Jan 1995 09:15:04 +0000
Message-ID: <4@a.example>

> <http://d.example/quo
> ted> and <mailto:dee at d.example>
",
        urls: &["http://d.example/quoted", "mailto:dee@d.example"],
    },
];

/// Returns every URL in order, each with the `Message-ID` of its message.
#[must_use]
pub fn expected() -> Vec<(&'static str, &'static str)> {
    let messages = MESSAGES.iter();
    let urls = messages.flat_map(|message| message.urls.iter().map(|url| (*url, message.id)));
    urls.collect()
}

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// One file.
    Mbox,
    /// One file.
    Mmdf,
    /// One file.
    Rnews,
    /// A file for each message, in two directories.
    Maildir,
    /// A file for each message, in the directory of a newsgroup.
    Spool,
}

impl Archive {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Mbox,
        Self::Mmdf,
        Self::Rnews,
        Self::Maildir,
        Self::Spool,
    ];

    /// Returns the name of the kind that its files are recognised as.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Mbox => "mboxo",
            Self::Mmdf => "mmdf",
            Self::Rnews => "rnews",
            Self::Maildir | Self::Spool => "message",
        }
    }

    /// Returns its files, in the order in which a directory walk visits them.
    #[must_use]
    pub fn files(self) -> Vec<File> {
        let whole = |name: &str, frame: fn(&str) -> String| {
            let messages = MESSAGES.iter().map(|message| frame(message.text));
            vec![(name.into(), messages.collect::<String>().into_bytes())]
        };
        let each = |names: [&str; 4]| {
            let messages = names.into_iter().zip(MESSAGES);
            let files = messages.map(|(name, message)| (name.into(), message.text.into()));
            files.collect()
        };
        match self {
            Self::Mbox => whole("a.mbox", |text| {
                let text = text.replace("\nFrom ", "\n>From ");
                format!("From jane@a.example Mon Jan 30 09:12:04 1995\n{text}\n")
            }),
            Self::Mmdf => whole("a.mmdf", |text| {
                format!("\x01\x01\x01\x01\n{text}\x01\x01\x01\x01\n")
            }),
            Self::Rnews => whole("a.rnews", |text| format!("#! rnews {}\n{text}", text.len())),
            Self::Maildir => each([
                "md/cur/791457124.1.a:2,S",
                "md/cur/791457184.2.a:2,",
                "md/new/791457244.3.a",
                "md/new/791457304.4.a",
            ]),
            Self::Spool => each(["comp/text/1", "comp/text/2", "comp/text/3", "comp/text/4"]),
        }
    }
}
