//! The lines of text around hits.

use std::ops::ControlFlow;

use urlsift::{Config, ContextLine, End, Link, Sifter, Sink, Skip};

/// What was told, a line each: `-` and a line before a hit, `<` and the URL of a hit, `+` and a line
/// that it stands on or one behind; `.` behind the last of them.
#[derive(Default)]
struct Told {
    lines: Vec<String>,
    numbers: Vec<u64>,
    longest: usize,
    /// Only the lines around URLs with this in them are wanted.
    wanted: &'static str,
    takes: bool,
}

impl Sink for Told {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.takes = url.contains(self.wanted);
        if self.takes {
            for line in link.before() {
                let text = String::from_utf8_lossy(line.text());
                self.lines.push(format!("-{text}"));
                self.numbers.push(line.number());
            }
            self.lines.push(format!("<{url}"));
        }
        ControlFlow::Continue(())
    }

    fn wants_context(&self) -> bool {
        self.takes
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            ContextLine::Line(line) => {
                self.longest = self.longest.max(line.text().len());
                let text = String::from_utf8_lossy(line.text());
                let cut = if line.is_cut() { "..." } else { "" };
                self.lines.push(format!("+{text}{cut}"));
                self.numbers.push(line.number());
            }
            ContextLine::End => self.lines.push(".".to_owned()),
        }
        ControlFlow::Continue(())
    }
}

fn told_in(text: &[u8], sifter: Sifter, wanted: &'static str) -> Told {
    let mut told = Told {
        wanted,
        ..Told::default()
    };
    let mut sifter = sifter;
    let outcome = sifter.sift(text, &mut told);
    assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
    told
}

fn told(text: &str, before: usize, after: usize) -> Vec<String> {
    let sifter = Sifter::new().context(before, after);
    told_in(text.as_bytes(), sifter, "").lines
}

#[test]
fn lines_stand_on_either_side() {
    let text = "a\nb\nc <http://x/> c\nd\ne\nf";
    let expected = ["-b", "<http://x/", "+c <http://x/> c", "+d", "."];
    assert_eq!(told(text, 1, 1), expected);
    let expected = ["<http://x/", "+c <http://x/> c", "."];
    assert_eq!(told(text, 0, 0), expected);
    let all = [
        "-a",
        "-b",
        "<http://x/",
        "+c <http://x/> c",
        "+d",
        "+e",
        "+f",
        ".",
    ];
    assert_eq!(told(text, 9, 9), all);
    // More than 1000 lines are not told.
    let long = format!("{}<http://x/>\n{}", "b\n".repeat(3000), "a\n".repeat(3000));
    assert_eq!(told(&long, 2000, 2000).len(), 1000 + 1 + 1 + 1000 + 1);
}

#[test]
fn nothing_is_told_unless_it_is_asked_for() {
    let told = told_in(b"a\n<http://x/>\nb", Sifter::new(), "");
    assert_eq!(told.lines, ["<http://x/"]);
}

#[test]
fn overlaps_are_told_once() {
    let text = "a\n<http://x/> <http://y/>\nb\n<http://z/>\nc\n";
    let expected = [
        "-a",
        "<http://x/",
        "<http://y/",
        "+<http://x/> <http://y/>",
        "+b",
        "<http://z/",
        "+<http://z/>",
        "+c",
        ".",
    ];
    assert_eq!(told(text, 3, 2), expected);
    let told = told_in(text.as_bytes(), Sifter::new().context(0, 1), "");
    let steps = told.numbers.windows(2);
    assert!(steps.map(|two| two[1] - two[0]).all(|step| step == 1));
}

#[test]
fn lines_around_what_is_not_wanted_are_not_told() {
    let text = b"<http://x/>\na\nb\n<http://y/>\nc\n<http://x/2>\n";
    let told = told_in(text, Sifter::new().context(1, 1), "x");
    let expected = [
        "<http://x/",
        "+<http://x/>",
        "+a",
        ".",
        "-c",
        "<http://x/2",
        "+<http://x/2>",
        ".",
    ];
    assert_eq!(told.lines, expected);
    assert!(told.numbers[2] > told.numbers[1] + 1, "there is a gap");
}

#[test]
fn wrapped_hit_stands_on_all_of_its_lines() {
    let text = "a\nb <http://x\n/y\n/z> c <http://w/>\r\nd\r\n";
    let expected = [
        "-a",
        "<http://x/y/z",
        "+b <http://x",
        "+/y",
        "<http://w/",
        "+/z> c <http://w/>",
        "+d",
        ".",
    ];
    assert_eq!(told(text, 1, 1), expected);
}

#[test]
fn text_is_the_decoded_one_of_one_part() {
    let mail = "\
Subject: before\n\
List-Help: <mailto:a@b>\n\
X-Next: no\n\
Content-Type: multipart/mixed; boundary=x\n\
\n\
--x\n\
Content-Transfer-Encoding: quoted-printable\n\
\n\
caf=C3=A9=\n\
=20au lait\n\
<http://=\n\
a/>\n\
--x\n\
Content-Transfer-Encoding: base64\n\
\n\
b25lCjxodHRwOi8vYi8+CnRocmVlCg==\n\
--x--\n\
behind\n";
    let expected = [
        "<mailto:a@b",
        "+ <mailto:a@b>",
        ".",
        "-café au lait",
        "<http://a/",
        "+<http://a/>",
        ".",
        "-one",
        "<http://b/",
        "+<http://b/>",
        "+three",
        ".",
    ];
    assert_eq!(told(mail, 5, 5), expected);
}

#[test]
fn what_is_kept_is_bounded() {
    // A character on the boundary is left out as a whole.
    let long = format!("<http://x/>{}\nb", "é".repeat(5000));
    let told = told_in(long.as_bytes(), Sifter::new().context(0, 1), "");
    assert!(told.lines[1].ends_with("é..."), "{}", told.lines[1].len());
    assert!((4090..=4096).contains(&told.longest), "{}", told.longest);
    assert_eq!(told.lines[2..], ["+b", "."]);

    // A hit on more lines than are kept ends with its last ones.
    let text = format!("a\n<http://x/\n{}y>\nb\n", "z\n".repeat(2000));
    let config = Config::new().max_len(10_000);
    let told = told_in(text.as_bytes(), Sifter::with(config).context(1, 1), "");
    let behind = told
        .lines
        .iter()
        .position(|line| line.starts_with("<http://x/zz"));
    let behind = &told.lines[behind.expect("the hit")..];
    assert!(behind.len() <= 1030, "{}", behind.len());
    assert_eq!(behind[behind.len() - 3..], ["+y>", "+b", "."]);
}

/// As `told`, from the whole text and the hits in it, each with the lines that it stands on.
fn expected(text: &str, hits: &[(String, usize, usize)], before: usize, after: usize) -> Told {
    let lines: Vec<&str> = text.lines().collect();
    let mut told = Told::default();
    let mut next = 0;
    let mut wanted = None;
    let tell = |from: usize, to: usize, told: &mut Told, mark: char| {
        for line in lines.iter().take(to).skip(from) {
            told.lines.push(format!("{mark}{line}"));
        }
    };
    for (url, first, last) in hits {
        if let Some(end) = wanted {
            let to = usize::min(end + 1, *first).max(next);
            tell(next, to, &mut told, '+');
            next = to;
            if next > end {
                told.lines.push(".".to_owned());
            }
        }
        tell(
            first.saturating_sub(before).max(next),
            *first,
            &mut told,
            '-',
        );
        told.lines.push(format!("<{url}"));
        next = next.max(*first);
        wanted = Some(last + after);
    }
    if let Some(end) = wanted {
        tell(next, end + 1, &mut told, '+');
        told.lines.push(".".to_owned());
    }
    told
}

/// The hits of a text, and on which lines they stand.
#[derive(Default)]
struct Hits(String, Vec<(String, usize, usize)>);

impl Sink for Hits {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url()).into_owned();
        let span = link.span();
        let number = |offset: u64| {
            let before = &self.0[..usize::try_from(offset).expect("a short text")];
            before.matches('\n').count()
        };
        self.1
            .push((url, number(span.start()), number(span.end() - 1)));
        ControlFlow::Continue(())
    }
}

#[test]
fn what_is_told_does_not_depend_on_blocks() {
    let pieces = [
        "<http://a/>",
        "<http://b\n/c>",
        "<http:",
        "<URL:x",
        "\n",
        "\n\n",
        "word ",
        ">",
        "one\ntwo\n",
        "<http://d/\n\n\n",
    ];
    let mut seed = 1_u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (seed >> 16) as usize % below
    };
    let mut hits_seen = 0;
    for _ in 0..300 {
        let text: String = (0..12).map(|_| pieces[next(pieces.len())]).collect();
        let mut hits = Hits(text.clone(), Vec::new());
        let outcome = Sifter::new().sift(text.as_bytes(), &mut hits);
        assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
        hits_seen += hits.1.len();
        let (before, after) = (next(3), next(3));
        let expected = expected(&text, &hits.1, before, after);
        for block in [1, 2, 3, 7, 1 << 17] {
            let sifter = Sifter::new().context(before, after).block_size(block);
            let told = told_in(text.as_bytes(), sifter, "");
            let case = format!("{text:?} -B {before} -A {after} in blocks of {block}");
            assert_eq!(told.lines, expected.lines, "{case}");
        }
    }
    assert!(hits_seen > 300, "{hits_seen}");
}
