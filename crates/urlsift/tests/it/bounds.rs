//! Input beyond a limit is reported and read as text. No link is lost, and blocks do not matter.

use std::ops::ControlFlow;

use urlsift::{Config, End, Link, Message, Sifter, Sink, Skip, archive::ArchiveWarning};

/// Records the URLs of a file with the indices of their messages, and the warnings.
#[derive(Debug, Default, PartialEq, Eq)]
struct Recorder {
    urls: Vec<(u64, String)>,
    warnings: Vec<(u64, ArchiveWarning)>,
}

impl Sink for Recorder {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let index = link.message().and_then(Message::index).unwrap_or_default();
        let url = String::from_utf8_lossy(link.candidate().url());
        self.urls.push((index, url.into_owned()));
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        self.warnings.push((offset, warning));
    }
}

/// Returns the URLs and warnings of a file, after checking that they are the same for three block sizes.
fn found(file: &str) -> Recorder {
    found_with(&Config::new(), file)
}

fn found_with(config: &Config, file: &str) -> Recorder {
    let sift = |block| {
        let mut found = Recorder::default();
        let mut sifter = Sifter::with(config.clone())
            .positions(true)
            .block_size(block);
        let outcome = sifter.sift(file.as_bytes(), &mut found);
        assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
        found
    };
    let found = sift(1 << 17);
    for block in [10_007, 1 << 23] {
        assert_eq!(sift(block), found, "in blocks of {block}");
    }
    found
}

fn url(index: u64, url: &str) -> (u64, String) {
    (index, url.to_owned())
}

#[test]
fn a_header_of_more_than_256_kib_is_cut_after_a_line() {
    let line = "X-Filler: abcdefghijklmnopqrst\n";
    let many = (256 << 10) / line.len();
    let first = "Subject: <http://a.example/1>\n";
    let lines = line.repeat(many + 100);
    let file = format!("{first}{lines}X: <http://a.example/2>\n\n<http://a.example/3>\n");
    let found = found(&file);
    // The last line of the header ends before byte 262,144.
    let cut = first.len() + ((256 << 10) - first.len()) / line.len() * line.len();
    assert_eq!(found.warnings, [(cut as u64, ArchiveWarning::LongHeader)]);
    let urls = [1, 2, 3].map(|number| url(0, &format!("http://a.example/{number}")));
    assert_eq!(found.urls, urls);

    let lines = line.repeat(many - 1);
    let file = format!("{first}{lines}\n<http://a.example/3>\n");
    assert_eq!(self::found(&file).warnings, []);
}

#[test]
fn parts_are_nested_up_to_64_deep() {
    let nested = |depth: usize| {
        let levels = (0..depth).map(|level| {
            format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n")
        });
        let text = "Content-Transfer-Encoding: quoted-printable\n\n<http=3A//a.example/1>\n";
        let file = String::from("MIME-Version: 1.0\n") + &levels.collect::<String>();
        file + text + "<http://a.example/2>\n"
    };
    let deep = found(&nested(64));
    assert_eq!(deep.warnings, []);
    assert_eq!(deep.urls.len(), 2);
    // A deeper part is text, in which nothing is decoded.
    let deeper = found(&nested(66));
    assert!(matches!(
        deeper.warnings[..],
        [(_, ArchiveWarning::DeepNesting)]
    ));
    assert_eq!(deeper.urls, [url(0, "http://a.example/2")]);
}

#[test]
fn a_message_has_up_to_10_000_parts() {
    let parts = |count: usize| {
        let header = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n";
        let last = "--b\nContent-Transfer-Encoding: quoted-printable\n\n<http=3A//a.example/1>\n";
        let file = String::from(header) + &"--b\n\n".repeat(count) + last;
        found(&(file + "<http://a.example/2>\n--b--\n"))
    };
    // The multipart counts, too.
    let few = parts(9_997);
    assert_eq!((few.warnings.len(), few.urls.len()), (0, 2));
    let many = parts(10_100);
    assert!(matches!(
        many.warnings[..],
        [(_, ArchiveWarning::ManyParts)]
    ));
    assert_eq!(many.urls, [url(0, "http://a.example/2")]);
}

#[test]
fn a_content_length_is_honored_up_to_4_mib() {
    let from = "From a@b.example Mon Jan  7 00:00:00 2002\n";
    let mailbox = |filler: usize| {
        let body = format!(
            "text\n\n{from}Subject: inside\n\n{}\n<http://a.example/1>\n",
            "x".repeat(72).repeat(filler / 72)
        );
        let first = format!("{from}Content-Length: {}\n\n{body}", body.len());
        format!("{first}\n{from}Subject: y\n\n<http://a.example/2>\n")
    };
    let inside = found(&mailbox(4_000_000));
    assert_eq!(
        inside.urls,
        [url(0, "http://a.example/1"), url(1, "http://a.example/2")]
    );
    let beyond = found(&mailbox(4_300_000));
    assert_eq!(
        beyond.urls,
        [url(1, "http://a.example/1"), url(2, "http://a.example/2")]
    );
}

#[test]
fn the_largest_maximum_length_has_the_effect_of_a_large_one() {
    let page = "<a href='http://a.example/?b&c=&#100;&amp;e'>f</a><img alt='x&y' src=' http://b.example/'>\n\
        &lt;http://c.example/\n> &lt;http:x &lt;http://d.example/|&gt; \"http://e.example/\nf\" www.g.example\n\
        hxxp://h[.]example ";
    let filler = "http://i.example/ word ".repeat(20_000);
    let mail = format!("Subject: <http://j.example/>\nContent-Type: text/html\n\n{page}{filler}");
    let config = |max_len| {
        let config = Config::new().undelimited(true).attributes(true);
        config.www(true).refang(true).max_len(max_len)
    };
    for file in [&mail, &format!("{page}{filler}")] {
        let expected = found_with(&config(1 << 20), file);
        assert!(expected.urls.len() > 20_005, "{}", expected.urls.len());
        assert_eq!(found_with(&config(usize::MAX), file), expected);
    }
}
