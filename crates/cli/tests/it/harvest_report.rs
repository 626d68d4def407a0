//! Tests for `harvest report`.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;
use urlsift_tests::{cases, packing::stream::Stream};

use crate::{
    harvest::{harvest, rows},
    support::dir_with,
};

fn page(root: &Path) -> String {
    fs::read_to_string(root.join("report.html")).expect("a report")
}

/// Returns the text of HTML without elements.
fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
    ]
    .iter()
    .fold(text, |text, (entity, char)| text.replace(entity, char))
}

/// Returns the part of a page from a heading to the next one.
fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let start = page.find(&format!("<h2>{heading}</h2>"));
    let rest = &page[start.unwrap_or_else(|| panic!("no section {heading}")) + 4..];
    &rest[..rest.find("<h2>").unwrap_or(rest.len())]
}

/// Returns the cells of the rows of the table of a section.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, rest) = section(page, heading)
        .split_once("<tbody>")
        .expect("a table");
    let (body, _) = rest.split_once("</tbody>").expect("its end");
    let rows = body.split("<tr>").skip(1);
    let cells = |row: &str| {
        let cells = row.split("</t").filter(|cell| cell.contains("<t"));
        cells
            .map(|cell| text(&cell[cell.find("<t").unwrap_or(0)..]))
            .collect()
    };
    rows.map(cells).collect()
}

/// Returns the names and counts of the bars of a section.
fn bars(page: &str, heading: &str) -> Vec<(String, u64)> {
    let items = section(page, heading).split("<li>").skip(1);
    let bar = |item: &str| {
        let (name, rest) = item.split_once("<span class=\"count\">").expect("a count");
        let (count, _) = rest.split_once('<').expect("its end");
        (text(name).trim().to_owned(), number(count))
    };
    items.map(bar).collect()
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().expect("a number")
}

/// Counts values by name, the greatest first, then in bytewise order.
fn counted(names: impl Iterator<Item = String>) -> Vec<(String, u64)> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn column(rows: &[Value], name: &str) -> impl Iterator<Item = String> {
    rows.iter()
        .filter_map(move |row| Some(row[name].as_str()?.to_owned()))
}

fn items(row: &Value, name: &str) -> Vec<String> {
    let items = row[name].as_array().into_iter().flatten();
    items
        .map(|item| item.as_str().expect("a text").to_owned())
        .collect()
}

/// Returns a column of a table and the column of the counts.
fn found(page: &str, heading: &str, name: usize, count: usize) -> Vec<(String, u64)> {
    let rows = table(page, heading).into_iter();
    rows.map(|row| (row[name].clone(), number(&row[count])))
        .collect()
}

/// Returns the kinds of damage of a link, each once.
fn damage_of(row: &Value) -> Vec<String> {
    let mut codes = items(row, "warnings");
    codes.retain(|code| {
        [
            "spaced",
            "ragged-quote",
            "doubtful-close",
            "unclosed",
            "trailing-text",
        ]
        .contains(&&**code)
    });
    for join in items(row, "joins") {
        codes.extend(join.starts_with('-').then(|| "hyphen".to_owned()));
        let (_, dropped) = join.split_once(':').expect("a join");
        codes.extend(dropped.split('+').map(str::to_owned));
    }
    codes.sort();
    codes.dedup();
    codes
}

#[test]
fn the_numbers_are_those_of_the_tables() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let demo = cases::corpus().join("demo");
    let demo = demo.to_str().expect("a path in UTF-8");
    let args = [
        "--format=jsonl",
        "--shard-size=100K",
        "--all",
        "-oout",
        demo,
    ];
    let made = harvest(dir.path(), &args);
    assert_eq!((made.err(), made.status), ("", 0));
    let root = dir.path().join("out");
    let page = page(&root);
    let links = rows(&root, "links");
    assert!(links.len() > 50, "{}", links.len());
    assert!(page.contains(&format!("<h1>{} links</h1>", links.len())));

    let mut hosts = counted(column(&links, "host_ascii"));
    hosts.truncate(50);
    assert!(hosts.len() > 10);
    assert_eq!(found(&page, "Hosts", 0, 1), hosts);
    hosts.truncate(10);
    assert_eq!(bars(&page, "Hosts"), hosts);
    let mut domains = counted(column(&rows(&root, "wide"), "domain"));
    domains.truncate(50);
    assert_eq!(found(&page, "Domains", 0, 1), domains);
    let senders = found(&page, "Senders", 0, 1);
    let wide = rows(&root, "wide");
    for (sender, links) in senders.iter().filter(|(sender, _)| sender.contains('@')) {
        let is_from = |row: &&Value| {
            let from = row["message_from"].as_str().unwrap_or_default();
            from.to_lowercase().contains(&**sender)
        };
        assert_eq!(
            wide.iter().filter(is_from).count() as u64,
            *links,
            "{sender}"
        );
    }
    assert!(senders.len() > 3, "{senders:?}");
    let by_code = |name| counted(column(&links, name));
    assert_eq!(found(&page, "Standards", 0, 1), by_code("conforms"));
    assert_eq!(found(&page, "Kinds", 0, 1), by_code("delimiter"));
    let mut schemes = found(&page, "Schemes", 0, 1);
    let without = links.iter().filter(|row| row.get("scheme").is_none());
    let without = without.count() as u64;
    if without > 0 {
        let index = schemes.iter().position(|(name, _)| name == "No scheme");
        assert_eq!(schemes.remove(index.expect("a row")).1, without);
    }
    assert_eq!(schemes, by_code("scheme"));
    let reasons = links.iter().flat_map(|row| items(row, "also"));
    let reasons = reasons.map(|guess| guess.split(':').next().unwrap_or_default().to_owned());
    assert_eq!(found(&page, "Second guesses", 0, 1), counted(reasons));
    let manifest = fs::read(root.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    let settled = manifest["settled"].as_object().expect("counts").iter();
    let settled = settled.map(|(by, count)| (by.clone(), count.as_u64().expect("a count")));
    assert_eq!(
        found(&page, "Settled readings", 0, 1),
        settled.collect::<Vec<_>>()
    );

    let mut damage = counted(links.iter().flat_map(damage_of));
    let mut shown = found(&page, "Damage", 0, 1);
    damage.sort();
    shown.sort();
    assert!(damage.len() > 4, "{damage:?}");
    assert_eq!(shown, damage);

    let inputs = rows(&root, "inputs");
    let sum = |name: &str| {
        inputs
            .iter()
            .filter_map(|row| row[name].as_u64())
            .sum::<u64>()
    };
    assert_eq!(sum("links"), links.len() as u64);
    let kinds: u64 = found(&page, "Kinds of files", 0, 1)
        .iter()
        .map(|(_, links)| links)
        .sum();
    assert_eq!(kinds, sum("links"));
    let messages: u64 = found(&page, "Folders", 0, 3)
        .iter()
        .map(|(_, messages)| messages)
        .sum();
    assert_eq!(messages, sum("messages"));
    let files: u64 = found(&page, "Packing", 0, 4)
        .iter()
        .map(|(_, files)| files)
        .sum();
    assert_eq!(
        files,
        inputs.iter().filter(|row| row["start"] == 0).count() as u64
    );
}

#[test]
fn years_are_those_of_the_messages() {
    let message = |date: &str, links: usize| {
        let links = "<http://a.example/>\n".repeat(links);
        format!("From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\n{date}\n\n{links}\n")
    };
    let date = |year: u32| format!("Date: 1 Jul {year} 12:00:00 GMT");
    let received = "Received: from a by b; 1 Jul 1999 12:00:00 GMT";
    // The links of an attached message belong to the message that contains it.
    let nested = "From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\nDate: 1 Jul 1997 12:00:00 GMT\n\
        Content-Type: multipart/mixed; boundary=x\n\n--x\n\n<http://a.example/>\n--x\n\
        Content-Type: message/rfc822\n\nFrom: c@d\nDate: 1 Jul 1996 12:00:00 GMT\n\n<http://b.example/>\n\n--x\n\n\
        <http://c.example/> <http://d.example/>\n--x--\n\n";
    let mbox = [
        message(&date(1995), 1),
        message(&format!("{}\n{received}", date(1998)), 20),
        message(&date(2036), 2),
        message("Subject: x", 4),
        nested.to_owned(),
        message(&date(1995), 1),
    ];
    for format in ["jsonl", "csv", "parquet"] {
        let dir = dir_with(&[
            ("in/a", mbox.concat().as_bytes()),
            ("in/b", b"<http://b.example/>"),
        ]);
        let format = format!("--format={format}");
        let made = harvest(dir.path(), &[&format, "--shard-size=400", "-oout", "in"]);
        assert_eq!((made.err(), made.status), ("", 0));
        let page = page(&dir.path().join("out"));
        let expected = [("1995", 2), ("1996", 0), ("1997", 4), ("1998", 20)];
        let expected = expected.map(|(year, links)| (year.to_owned(), links));
        assert_eq!(found(&page, "Links by year", 0, 1), expected);
        let shown = text(section(&page, "Links by year"));
        let without = "2 in messages with an implausible date, 4 in messages without a date, 1 outside messages";
        assert!(shown.contains(without), "{shown}");
    }
}

#[test]
fn hostile_names_are_text() {
    let host = format!("{}.example", ["a"; 100].join("."));
    let links = format!(
        "<http://[%3Cscript%3Ealert%281%29%3C/script%3E]/> <http://{host}/> <http://a.example/%22onload=x> \
         <http://\u{202e}elpmaxe.example/>"
    );
    let dir = dir_with(&[(
        "in/<script>alert(1)<!--/\"'\u{202e}&amp;\u{1b}[31m\n.txt",
        links.as_bytes(),
    )]);
    let gzip = Stream::Gzip.pack(b"<http://b.example/>");
    fs::write(
        dir.path().join("in/<img src=x>.gz"),
        &gzip[..gzip.len() - 4],
    )
    .expect("a file");
    let made = harvest(dir.path(), &["--format=jsonl", "-oout", "in"]);
    assert_eq!((made.err(), made.status), ("", 0));
    let root = dir.path().join("out");
    let page = page(&root);
    for element in ["<script", "<img", "<!--", "onload=x>"] {
        assert!(!page.to_ascii_lowercase().contains(element), "{element}");
    }
    assert!(!page.contains(|char: char| char == '\u{202e}' || char.is_control() && char != '\n'));
    let files: Vec<_> = table(&page, "Files")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    let expected = "…/<script>alert(1)<!--/\"'\\u{202e}&amp;\\u{1b}[31m\\u{a}.txt";
    assert_eq!(files, [expected, "…/<img src=x>.gz"]);
    assert_eq!(
        found(&page, "What failed", 0, 1),
        [("truncated".to_owned(), 1)]
    );
    let hosts: Vec<_> = column(&rows(&root, "links"), "host_ascii").collect();
    let shown: Vec<_> = table(&page, "Hosts")
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    assert!(
        shown.len() >= 2 && shown.iter().all(|host| hosts.contains(host)),
        "{shown:?}"
    );
    // Nothing is loaded or run.
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
    for reference in ["src=", "href=", "url(", "@import", "style="] {
        let markup = page
            .split('<')
            .skip(1)
            .map(|piece| piece.split('>').next().unwrap_or(""));
        assert!(
            !markup.clone().any(|tag| tag.contains(reference)),
            "{reference}"
        );
    }
}

/// A directory with a mailbox of several shards.
fn mail() -> tempfile::TempDir {
    let message = |number: usize| {
        format!(
            "From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\nDate: 1 Jul 1995 12:00:00 GMT\n\n<http://h{number}.example/>\n\n"
        )
    };
    let mbox: String = (0..100).map(message).collect();
    dir_with(&[
        ("in/a.mbox", mbox.as_bytes()),
        ("in/b", b"<http://b.example/>"),
    ])
}

#[test]
fn the_same_data_set_has_the_same_report() {
    let dir = mail();
    harvest(dir.path(), &["--shard-size=2K", "-oout", "-j1", "in"]).gives(0, "");
    let first = page(&dir.path().join("out"));
    harvest(dir.path(), &["report", "out"]).gives(0, "");
    assert_eq!(page(&dir.path().join("out")), first);
    harvest(dir.path(), &["--shard-size=2K", "-oother", "-j4", "in"]).gives(0, "");
    fs::remove_file(dir.path().join("other/report.html")).expect("a file");
    harvest(dir.path(), &["report", "-oother"]).gives(0, "");
    assert_eq!(page(&dir.path().join("other")), first);
    // The formats differ in the digest of the plan only.
    let without_plan = |page: &str| -> Vec<String> {
        let lines = page.lines().filter(|line| !line.contains("<dt>Plan</dt>"));
        lines.map(str::to_owned).collect()
    };
    for format in ["--format=jsonl", "--format=csv"] {
        let args = [format, "--shard-size=2K", "-oout", "--replan", "in"];
        harvest(dir.path(), &args).gives(0, "");
        let page = page(&dir.path().join("out"));
        assert_ne!(page, first);
        assert_eq!(without_plan(&page), without_plan(&first));
    }
    harvest(dir.path(), &["prune", "-oout"]).gives(0, "");
    assert!(dir.path().join("out/report.html").exists());
}

#[test]
fn an_unfinished_data_set_has_no_report() {
    let dir = mail();
    harvest(dir.path(), &["report", "out"]).refuses(&["out", "there is no plan"]);
    assert!(!dir.path().join("out").exists());
    harvest(dir.path(), &["report"]).refuses(&["--output <DIR>"]);
    harvest(dir.path(), &["report", "-oout", "in"]).refuses(&["'in' for '[PATH]...'"]);
    let args = ["plan", "--shard-size=2K", "-oout", "in"];
    assert_eq!(harvest(dir.path(), &args).status, 0);
    harvest(dir.path(), &["report", "out"]).refuses(&["not finished", "urlsift harvest finish"]);
    assert!(!dir.path().join("out/report.html").exists());
    // Finished without some shards.
    harvest(dir.path(), &["run", "-oout", "--only=1/2"]).gives(0, "");
    assert_eq!(
        harvest(dir.path(), &["finish", "-oout", "--partial"]).status,
        2
    );
    let partial = harvest(dir.path(), &["report", "out"]);
    assert_eq!(partial.status, 0);
    partial.says("shards are not in the data set");
    let shown = page(&dir.path().join("out"));
    assert!(shown.contains("<strong>Not complete.</strong>"));
    assert!(!shown.contains("<strong>Not up to date.</strong>"));
    // Completed, and then planned again.
    harvest(dir.path(), &["--shard-size=2K", "-oout", "in"]).gives(0, "");
    assert!(!page(&dir.path().join("out")).contains("class=\"state\""));
    fs::write(dir.path().join("in/c"), "<http://c.example/>").expect("a file");
    assert_eq!(harvest(dir.path(), &args).status, 0);
    let stale = harvest(dir.path(), &["report", "out"]);
    assert_eq!(stale.status, 0);
    stale.says("the plan in force is not finished");
    assert!(page(&dir.path().join("out")).contains("<strong>Not up to date.</strong>"));
}

#[test]
fn a_missing_or_changed_file_is_an_error() {
    let dir = mail();
    harvest(dir.path(), &["--format=jsonl", "-oout", "in"]).gives(0, "");
    for table in ["links", "tallies"] {
        let files = fs::read_dir(dir.path().join("out").join(table)).expect("a directory");
        let file = files.flatten().next().expect("a file").path();
        let named = format!("out/{table}/");
        let content = fs::read(&file).expect("a file");
        fs::write(&file, [&content[..], b"\n"].concat()).expect("a file");
        harvest(dir.path(), &["report", "out"]).refuses(&[&named, "bytes; in the manifest"]);
        if table == "tallies" {
            // The report reads these.
            fs::write(&file, vec![b'x'; content.len()]).expect("a file");
            harvest(dir.path(), &["report", "out"]).refuses(&[&named]);
        }
        fs::remove_file(&file).expect("a file");
        harvest(dir.path(), &["report", "out"]).refuses(&[&named]);
        fs::write(&file, content).expect("a file");
        harvest(dir.path(), &["report", "out"]).gives(0, "");
    }
}

#[test]
fn a_data_set_of_another_version_has_no_report() {
    let dir = mail();
    harvest(dir.path(), &["--format=jsonl", "-oout", "in"]).gives(0, "");
    let path = dir.path().join("out/manifest.json");
    let manifest = fs::read_to_string(&path).expect("a manifest");
    let earlier = manifest.replacen("\"version\": 9", "\"version\": 8", 1);
    assert_ne!(earlier, manifest);
    fs::write(&path, earlier).expect("a manifest");
    harvest(dir.path(), &["report", "out"]).refuses(&["is of version 8; this is version 9"]);
}

#[test]
fn columns_that_are_left_out_are_named() {
    let dir = mail();
    let without = "--without-fields=date,host_ascii,scheme,delimiter,joins,warnings,also";
    for format in ["--format=parquet", "--format=jsonl", "--format=csv"] {
        harvest(dir.path(), &[format, "-oout", without, "--replan", "in"]).gives(0, "");
        let page = page(&dir.path().join("out"));
        for (heading, column) in [
            ("Links by year", "date"),
            ("Hosts", "host_ascii"),
            ("Schemes", "scheme"),
            ("Kinds", "delimiter"),
            ("Damage", "joins or warnings"),
            ("Second guesses", "also"),
            ("Warnings about URLs", "warnings"),
        ] {
            let shown = text(section(&page, heading));
            let expected = format!("Not known: the data set has no column {column}.");
            assert!(shown.contains(&expected), "{heading}: {shown}");
        }
        assert_eq!(
            found(&page, "Standards", 0, 1),
            [("rfc1738".to_owned(), 101)]
        );
    }
}

#[test]
fn the_kinds_that_were_not_searched_for_are_at_the_top() {
    let angle = "Only links in angle brackets were searched for.";
    let some = "Only links of some kinds were searched for: quote, bare.";
    for (args, expected) in [
        (&["--format=csv"][..], Some(angle)),
        (&["--format=csv", "--delimiter=bare,quote"], Some(some)),
        (&["--format=csv", "--all"], None),
    ] {
        let dir = mail();
        harvest(dir.path(), &[args, &["-oout", "in"]].concat()).gives(0, "");
        let page = page(&dir.path().join("out"));
        let (head, _) = page.split_once("</header>").expect("a header");
        assert_eq!(head.contains("Only links"), expected.is_some(), "{head}");
        assert!(head.contains(expected.unwrap_or_default()), "{head}");
    }
}
