//! Random archives whose messages tell lengths, right ones and wrong ones, and hold what looks like
//! other messages.

use urlsift::Kind;

/// What a body is made of, beside other archives.
const TEXT: &[&[u8]] = &[
    b"<http://a.example/b>\n",
    b"<URL:http://a.example/b\nc>",
    b"<http://a.example/\n",
    b"text\n",
    b"text",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"\r\n\r\n",
    b">",
    b".\n",
    b"..\n",
    b"From a@b.example Mon Jan 30 09:12:04 1995\n",
    b"\nFrom a@b.example Mon Jan 30 09:12:04 1995\nSubject: c\n",
    b"From a@b.example Mon Jan 30 09:12:04 1995\nSubject: c\nContent-Length: 1\n\n",
    b"From : Mon Jan 30 09:12:04 1995\nSubject: c\n",
    b"From -\n",
    b"\nFrom -\nX-A: b\n\n",
    b">From a@b.example Mon Jan 30 09:12:04 1995\n",
    b"#! rnews 7\n",
    b"\n#! rnews 30\nSubject: c\n",
    b"\x01\x01\x01\x01\n",
    b"\n\x01\x01\x01\x01\r\n",
    b"220 1 <a@b.example> article\n",
    b"Subject: d\n\n",
    b"Content-Length: 20\n",
    b"--=_\n",
    b"=3Chttp://c.example/>\n",
    b"begin 644 a.txt\n#0V%T\n`\nend\n",
];

/// What a header has beside a length.
const FIELDS: &[&[u8]] = &[
    b"Subject: a\n",
    b"",
    b"X-A: <http://b.example/>\n",
    b"From a@b.example Mon Jan 30 09:12:04 1995\nSubject: c\n",
    b"From : Mon Jan 30 09:12:04 1995\n",
    b">From a@b.example Mon Jan 30 09:12:04 1995\n",
    b"From - \nFrom a@b.example Mon Jan 30 09:12:04 1995\n",
    b"Content-Type: message/rfc822\n",
    b"Content-Type: multipart/mixed; boundary=\"=_\"\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"Content-Type: application/x-a\nContent-Transfer-Encoding: base64\n",
    b"odd\n",
];

/// What stands in front of the first message.
const FRONTS: &[&[u8]] = &[
    b"",
    b"\n",
    b"\r\n\n",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\n",
    b"Subject: a\n\ntext\n\n",
    b"text\n",
];

/// Writes an archive.
#[derive(Debug)]
pub struct Writer<'c, C> {
    kind: Kind,
    /// Gives a number below the one it is given, which is not 0.
    choose: &'c mut C,
    /// How much is put into bodies that are to be long; nothing is without one.
    sizes: &'c [usize],
}

impl<'c, C: FnMut(usize) -> usize> Writer<'c, C> {
    /// Of an archive of this kind, as the choices will have it.
    pub fn new(kind: Kind, choose: &'c mut C, sizes: &'c [usize]) -> Self {
        Self {
            kind,
            choose,
            sizes,
        }
    }

    /// An archive of at most so many messages, those apart that are in others.
    pub fn archive(&mut self, most: usize) -> Vec<u8> {
        let mut file = Vec::new();
        if self.one_in(3) {
            file.extend_from_slice(self.one_of(FRONTS));
        }
        for _ in 0..(self.choose)(most + 1) {
            self.message(2, &mut file);
        }
        file
    }

    fn one_in(&mut self, many: usize) -> bool {
        (self.choose)(many) == 0
    }

    fn one_of<'t>(&mut self, all: &[&'t [u8]]) -> &'t [u8] {
        all[(self.choose)(all.len())]
    }

    /// A body, with whole archives in it where it is not too deep.
    fn body(&mut self, deep: usize) -> Vec<u8> {
        let mut body = Vec::new();
        for _ in 0..(self.choose)(5) {
            if deep > 0 && self.one_in(6) {
                for _ in 0..=(self.choose)(2) {
                    self.message(deep - 1, &mut body);
                }
            } else if !self.sizes.is_empty() && self.one_in(4) {
                let size = self.sizes[(self.choose)(self.sizes.len())];
                body.extend(b"0123456789abcdef\n".iter().cycle().take(size));
            } else {
                body.extend_from_slice(self.one_of(TEXT));
            }
        }
        body
    }

    /// What a message says of its length.
    fn length(&mut self, body: &[u8]) -> usize {
        let right = body.len();
        match (self.choose)(8) {
            0 => right + (self.choose)(8),
            1 => right.saturating_sub((self.choose)(8)),
            2 => right + (self.choose)(200),
            3 => (self.choose)(right + 1),
            _ => right,
        }
    }

    fn message(&mut self, deep: usize, file: &mut Vec<u8>) {
        let mut header = Vec::new();
        for _ in 0..(self.choose)(3) {
            header.extend_from_slice(self.one_of(FIELDS));
        }
        let mut body = self.body(deep);
        let is_counted = self.one_in(2);
        if self.one_in(2) {
            body.extend_from_slice(b"\n");
        }
        if self.kind == Kind::Rnews {
            let message = [&header[..], b"\n", &body].concat();
            let length = self.length(&message);
            file.extend_from_slice(format!("#! rnews {length}\n").as_bytes());
            file.extend_from_slice(&message);
            return;
        }
        if self.kind.is_mbox() && self.one_in(2) {
            let length = self.length(&body);
            let at = if is_counted { header.len() } else { 0 };
            let field = format!("Content-Length: {length}\n").into_bytes();
            header.splice(at..at, field);
        }
        let (front, behind): (&[u8], &[u8]) = match self.kind {
            Kind::Mmdf => (b"\x01\x01\x01\x01\n", b"\x01\x01\x01\x01\n"),
            Kind::Nntp => (b"220 1 <1@a.example> article\n", b".\n"),
            Kind::Message | Kind::Text => (b"", b"\n"),
            _ => (b"From a@b.example Mon Jan 30 09:12:04 1995\n", b"\n"),
        };
        file.extend_from_slice(front);
        file.extend_from_slice(&header);
        if !self.one_in(8) {
            file.extend_from_slice(b"\n");
        }
        file.extend_from_slice(&body);
        if !self.one_in(4) {
            file.extend_from_slice(behind);
        }
    }
}

/// Choices from numbers that are used again and again, but not the same way.
pub fn choices(numbers: &[u16]) -> impl FnMut(usize) -> usize {
    let mut taken = 0;
    move |below| {
        let round = taken / numbers.len().max(1);
        let number = numbers.get(taken % numbers.len().max(1));
        taken += 1;
        (number.map_or(0, |&number| usize::from(number)) + 7 * round) % below
    }
}
