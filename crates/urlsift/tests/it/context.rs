//! Context lines around links.

use std::ops::ControlFlow;

use urlsift::{Config, ContextLine, End, Link, Sifter, Sink, Skip};
use urlsift_tables::lines;
use urlsift_tests::readers::SplitReader;

/// Records what is reported, one string per event: `-` and a line before a link; `<` and the URL of a link;
/// `+` and a line of a link or after it; `.` for the end of the context lines.
#[derive(Default)]
struct Recorder {
    lines: Vec<String>,
    numbers: Vec<u64>,
    max_len: usize,
    /// Context lines are wanted only for URLs with this substring.
    wanted: &'static str,
    is_wanted: bool,
}

impl Sink for Recorder {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let url = String::from_utf8_lossy(link.candidate().url());
        self.is_wanted = url.contains(self.wanted);
        if self.is_wanted {
            for line in link.before() {
                let text = String::from_utf8_lossy(line.text);
                self.lines.push(format!("-{text}"));
                self.numbers.push(line.number);
            }
            self.lines.push(format!("<{url}"));
        }
        ControlFlow::Continue(())
    }

    fn wants_context(&self) -> bool {
        self.is_wanted
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            ContextLine::Line(line) => {
                self.max_len = self.max_len.max(line.text.len());
                let text = String::from_utf8_lossy(line.text);
                let cut = if line.is_cut { "..." } else { "" };
                self.lines.push(format!("+{text}{cut}"));
                self.numbers.push(line.number);
            }
            ContextLine::End => self.lines.push(".".to_owned()),
        }
        ControlFlow::Continue(())
    }
}

fn record(text: &[u8], sifter: Sifter, wanted: &'static str) -> Recorder {
    let mut reported = Recorder {
        wanted,
        ..Recorder::default()
    };
    let mut sifter = sifter;
    let outcome = sifter.sift(text, &mut reported);
    assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
    reported
}

fn reported(text: &str, before: usize, after: usize) -> String {
    let sifter = Sifter::new().context(before, after);
    record(text.as_bytes(), sifter, "").lines.join("|")
}

#[test]
fn lines_before_and_after_a_link_are_reported() {
    let text = "a\nb\nc <http://x/> c\nd\ne\nf";
    let expected = "-b|<http://x/|+c <http://x/> c|+d|.";
    assert_eq!(reported(text, 1, 1), expected);
    let expected = "<http://x/|+c <http://x/> c|.";
    assert_eq!(reported(text, 0, 0), expected);
    let all = "-a|-b|<http://x/|+c <http://x/> c|+d|+e|+f|.";
    assert_eq!(reported(text, 9, 9), all);
    // At most 1000 lines are reported on each side.
    let long = format!("{}<http://x/>\n{}", "b\n".repeat(3000), "a\n".repeat(3000));
    let lines = reported(&long, 2000, 2000).split('|').count();
    assert_eq!(lines, 1000 + 1 + 1 + 1000 + 1);
}

#[test]
fn no_lines_are_reported_by_default() {
    let reported = record(b"a\n<http://x/>\nb", Sifter::new(), "");
    assert_eq!(reported.lines, ["<http://x/"]);
}

#[test]
fn overlapping_lines_are_reported_once() {
    let text = "a\n<http://x/> <http://y/>\nb\n<http://z/>\nc\n";
    let expected =
        "-a|<http://x/|<http://y/|+<http://x/> <http://y/>|+b|<http://z/|+<http://z/>|+c|.";
    assert_eq!(reported(text, 3, 2), expected);
    let reported = record(text.as_bytes(), Sifter::new().context(0, 1), "");
    let steps = reported.numbers.windows(2);
    assert!(steps.map(|two| two[1] - two[0]).all(|step| step == 1));
}

#[test]
fn lines_around_unwanted_links_are_not_reported() {
    let text = b"<http://x/>\na\nb\n<http://y/>\nc\n<http://x/2>\n";
    let reported = record(text, Sifter::new().context(1, 1), "x");
    let expected = "<http://x/|+<http://x/>|+a|.|-c|<http://x/2|+<http://x/2>|.";
    assert_eq!(reported.lines.join("|"), expected);
    assert!(
        reported.numbers[2] > reported.numbers[1] + 1,
        "there is a gap"
    );
}

#[test]
fn a_wrapped_link_has_all_of_its_lines() {
    let text = "a\nb <http://x\n/y\n/z> c <http://w/>\r\nd\r\n";
    let expected = "-a|<http://x/y/z|+b <http://x|+/y|<http://w/|+/z> c <http://w/>|+d|.";
    assert_eq!(reported(text, 1, 1), expected);
}

#[test]
fn lines_are_decoded_and_from_one_part() {
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
    let expected = "<mailto:a@b|+ <mailto:a@b>|.|-café au lait|<http://a/|+<http://a/>|.|-one|<http://b/|+<http://b/>|+three|.";
    assert_eq!(reported(mail, 5, 5), expected);
}

#[test]
fn buffered_lines_are_bounded() {
    // A line is not cut inside a character.
    let long = format!("<http://x/>{}\nb", "é".repeat(5000));
    let reported = record(long.as_bytes(), Sifter::new().context(0, 1), "");
    assert!(
        reported.lines[1].ends_with("é..."),
        "{}",
        reported.lines[1].len()
    );
    assert!(
        (4090..=4096).contains(&reported.max_len),
        "{}",
        reported.max_len
    );
    assert_eq!(reported.lines[2..], ["+b", "."]);

    // A link on more lines than are buffered keeps its last lines.
    let text = format!("a\n<http://x/\n{}y>\nb\n", "z\n".repeat(2000));
    let config = Config::new().max_len(10_000);
    let reported = record(text.as_bytes(), Sifter::with(config).context(1, 1), "");
    let link = reported
        .lines
        .iter()
        .position(|line| line.starts_with("<http://x/zz"));
    let events = &reported.lines[link.expect("the link")..];
    assert!(events.len() <= 1030, "{}", events.len());
    assert_eq!(events[events.len() - 3..], ["+y>", "+b", "."]);
}

/// An oracle for `reported`: computes the events from the whole text and its links, each with the indices of
/// its first and last lines.
fn expected(
    text: &str,
    located: &[(String, usize, usize)],
    before: usize,
    after: usize,
) -> Recorder {
    let lines: Vec<&str> = text.lines().collect();
    let mut reported = Recorder::default();
    let mut next = 0;
    let mut wanted = None;
    let push = |from: usize, to: usize, reported: &mut Recorder, mark: char| {
        for line in lines.iter().take(to).skip(from) {
            reported.lines.push(format!("{mark}{line}"));
        }
    };
    for (url, first, last) in located {
        if let Some(end) = wanted {
            let to = usize::min(end + 1, *first).max(next);
            push(next, to, &mut reported, '+');
            next = to;
            if next > end {
                reported.lines.push(".".to_owned());
            }
        }
        push(
            first.saturating_sub(before).max(next),
            *first,
            &mut reported,
            '-',
        );
        reported.lines.push(format!("<{url}"));
        next = next.max(*first);
        wanted = Some(last + after);
    }
    if let Some(end) = wanted {
        push(next, end + 1, &mut reported, '+');
        reported.lines.push(".".to_owned());
    }
    reported
}

/// A text, and its links with the indices of their first and last lines.
#[derive(Default)]
struct LinkLines(String, Vec<(String, usize, usize)>);

impl Sink for LinkLines {
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

/// Returns a generator of numbers below a bound, which are always the same.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 1_u32;
    move |below| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (state >> 16) as usize % below
    }
}

#[test]
fn context_lines_do_not_depend_on_blocks() {
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
    let mut next = numbers();
    let mut link_count = 0;
    for _ in 0..300 {
        let text: String = (0..12).map(|_| pieces[next(pieces.len())]).collect();
        let mut links = LinkLines(text.clone(), Vec::new());
        let outcome = Sifter::new().sift(text.as_bytes(), &mut links);
        assert!(matches!(outcome.end, End::Complete), "{outcome:?}");
        link_count += links.1.len();
        let (before, after) = (next(3), next(3));
        let expected = expected(&text, &links.1, before, after);
        for block in [1, 2, 3, 7, 1 << 17] {
            let sifter = Sifter::new().context(before, after).block_size(block);
            let reported = record(text.as_bytes(), sifter, "");
            let case = format!("{text:?} -B {before} -A {after} in blocks of {block}");
            assert_eq!(reported.lines, expected.lines, "{case}");
        }
    }
    assert!(link_count > 300, "{link_count}");
}

/// Records what is reported of a page that is read as if each read could block.
#[derive(Default)]
struct WaitingRecorder(Recorder);

impl Sink for WaitingRecorder {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.0.link(link)
    }

    fn wants_context(&self) -> bool {
        self.0.wants_context()
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        self.0.context(line)
    }

    fn may_wait(&self, _: u64) -> bool {
        true
    }
}

/// Returns a sifter of URLs of all kinds.
fn all_kinds(before: usize, after: usize, block: usize) -> Sifter {
    let config = Config::new().undelimited(true).attributes(true);
    let sifter = Sifter::with(config).context(before, after);
    sifter.block_size(block)
}

/// Checks that the lines and links of a file do not depend on how it is read.
#[track_caller]
fn check_blocks(file: &[u8], before: usize, after: usize, wanted: &'static str) -> Vec<String> {
    let whole = record(file, all_kinds(before, after, 1 << 17), wanted);
    for block in [1, 2, 3, 7, 50] {
        let case = || {
            let file = String::from_utf8_lossy(file);
            format!("{file:?} -B {before} -A {after} in blocks of {block}")
        };
        let in_blocks = record(file, all_kinds(before, after, block), wanted);
        assert_eq!(in_blocks.lines, whole.lines, "{}", case());
        let mut waiting = WaitingRecorder(Recorder {
            wanted,
            ..Recorder::default()
        });
        let reads = SplitReader {
            head: b"",
            tail: file,
            read_size: block,
        };
        let _ = all_kinds(before, after, 1 << 17).sift(reads, &mut waiting);
        assert_eq!(waiting.0.lines, whole.lines, "{}, waiting", case());
    }
    whole.lines
}

#[test]
fn a_line_follows_the_links_on_it_while_an_attribute_waits_for_its_text() {
    let head = "Subject: a\nContent-Type: text/html; charset=utf-8\n\n<pre>zero\n";
    let page = "<a href='http://h/'>one\ntwo http://b/ x\nthree http://c/\nfour\n</a>five\n";
    let expected =
        "-zero|<http://h/|+one|<http://b/|+two http://b/ x|<http://c/|+three http://c/|+four|.";
    let file = [head, page].concat();
    assert_eq!(check_blocks(file.as_bytes(), 1, 1, "").join("|"), expected);
    // The lines after a link are also reported if the attribute that has waited is not wanted.
    let page = "http://w/1\n<a href='http://h/'>one\ntwo\n</a>four http://w/2\n";
    let expected = "-zero|<http://w/1|+http://w/1|+one|+two|.|<http://w/2|+four http://w/2|.";
    let file = [head, page].concat();
    assert_eq!(
        check_blocks(file.as_bytes(), 1, 2, "w/").join("|"),
        expected
    );
}

#[test]
fn context_lines_of_pages_do_not_depend_on_blocks() {
    let pieces = lines!("context.toml", "pieces_of_pages");
    let mut next = numbers();
    let mut reported = 0;
    for case in 0..400 {
        let head = [
            "A: b\nContent-Type: text/html; charset=utf-8\n\n<pre>",
            "A: b\nContent-Type: text/html\n\n",
            "<html>",
            "see ",
        ][case % 4];
        let text: String = (0..14).map(|_| pieces[next(pieces.len())]).collect();
        let wanted = ["", "w"][next(2)];
        let file = [head, &text].concat();
        reported += check_blocks(file.as_bytes(), next(3), next(3), wanted).len();
    }
    assert!(reported > 1000, "{reported}");
}
