//! Links that are settled by evidence.

use std::{
    collections::{BTreeMap, HashSet},
    fs::{self, File},
    io::{self, Write},
    num::{NonZeroU64, NonZeroUsize},
    path::Path,
    process::Command,
};

use proptest::{collection::vec, prelude::*};
use serde_json::Value;
use urlsift_harvest::{
    Format, Harvest, Manifest, MissingShards, NoObserver, Options, RunOptions, SearchSettings,
};
use urlsift_search::Verdict;
use urlsift_select::Selection;
use urlsift_tests::settling;

use crate::data::{plan, rows};

fn options(format: Format, shard_size: u64) -> Options {
    Options {
        format,
        shard_size: NonZeroU64::new(shard_size).expect("not zero"),
        search: SearchSettings {
            links: Selection::of_all_kinds(),
            ..SearchSettings::default()
        },
        ..Options::default()
    }
}

/// Makes a data set of files.
fn make(dir: &Path, files: &[(String, String)], options: &Options, threads: usize) -> Manifest {
    let input = dir.join("in");
    fs::create_dir(&input).expect("a directory");
    for (name, text) in files {
        fs::write(input.join(name), text).expect("a file");
    }
    let harvest = Harvest::new(dir.join("out"));
    let plan = plan(&harvest, &input, options).expect("a plan");
    let run = RunOptions {
        threads: NonZeroUsize::new(threads),
        ..RunOptions::default()
    };
    harvest.run(&plan, &run, &NoObserver).expect("a run");
    harvest
        .finish(&plan, MissingShards::Refuse)
        .expect("a data set")
}

fn text<'r>(row: &'r Value, name: &str) -> &'r str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A link: its first reading, the URL as which it is settled, and the evidence.
type SettledLink = (String, String, String);

/// Settles links as the documentation says, from the rows of the table `links`, and the files.
fn settled(links: &[Value], files: &[(String, String)]) -> Vec<SettledLink> {
    let list = |row: &Value, name: &str| {
        let items = row
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let items = items.map(|item| item.as_str().expect("a string").to_owned());
        items.collect::<Vec<_>>()
    };
    let is_whole = |row: &&Value| {
        let is_damaged = |warning: &String| ["unclosed", "doubtful-close"].contains(&&**warning);
        let is_exact = text(row, "delimiter") == "attribute";
        ["joins", "readings", "also"]
            .iter()
            .all(|name| list(row, name).is_empty() || is_exact && *name == "also")
            && !list(row, "warnings").iter().any(is_damaged)
    };
    let whole = links.iter().filter(is_whole);
    let whole = whole.filter(|row| !is_stump(row, files));
    let joined = |part: &str| {
        let cut = format!("cut:{part}");
        let of = links.iter().filter(|row| list(row, "also").contains(&cut));
        let of: HashSet<_> = of.map(|row| text(row, "url")).collect();
        let one = of.iter().next().filter(|_| of.len() == 1);
        one.map(|url| (*url).to_owned())
    };
    let whole: HashSet<_> = whole.map(|row| text(row, "url").to_owned()).collect();
    let hosts: HashSet<_> = whole.iter().filter_map(|url| host(url)).collect();
    // The directory or the page that a URL is in says nothing against the URL.
    let is_inside = |kind: &str, part: &str, url: &str| {
        let next = url.strip_prefix(part).and_then(|rest| rest.chars().next());
        let is_part = ["cut", "script"].contains(&kind);
        is_part && (part.ends_with('/') || next.is_some_and(|next| "/?#".contains(next)))
    };
    let settle = |row: &Value| {
        let url = text(row, "url").to_owned();
        let mut readings = vec![("kept".to_owned(), url.clone())];
        for reading in list(row, "readings").into_iter().skip(1) {
            let kind = if reading.len() < url.len() {
                "dropped"
            } else {
                "hyphen"
            };
            readings.push((kind.to_owned(), reading));
        }
        for guess in list(row, "also") {
            let (why, guess) = guess.split_once(':').expect("a reason");
            let is_exact = text(row, "delimiter") == "attribute" && why == "trailing-punctuation";
            if !is_exact && !["label", "blanks", "first-blank", "doubled"].contains(&why) {
                readings.push((why.to_owned(), guess.to_owned()));
            }
        }
        if readings.len() == 1 {
            let joined = joined(&url).filter(|_| !whole.contains(&url) && is_stump(row, files));
            return match joined {
                Some(joined) => (url, joined, "twin:wrapped".to_owned()),
                None => (url.clone(), url, String::new()),
            };
        }
        let differ = readings
            .iter()
            .any(|(_, reading)| host(reading) != host(&url));
        readings.retain(|(kind, part)| !is_inside(kind, part, &url));
        let twins = readings
            .iter()
            .filter(|(_, reading)| whole.contains(reading));
        let twins: Vec<_> = twins
            .map(|(kind, reading)| (kind, reading, reading.clone()))
            .collect();
        let of_hosts = readings.iter().filter_map(|(kind, reading)| {
            let host = host(reading).filter(|host| differ && hosts.contains(host))?;
            Some((kind, reading, host))
        });
        let (evidence, standing) = if twins.is_empty() {
            ("host", of_hosts.collect())
        } else {
            ("twin", twins)
        };
        let longest = standing.iter().map(|(.., text)| text.len()).max();
        let Some((kind, reading, _)) = standing
            .iter()
            .find(|(.., text)| Some(text.len()) == longest)
        else {
            return (url.clone(), url, String::new());
        };
        let is_of_hyphens = |kind: &str| ["kept", "dropped", "hyphen"].contains(&kind);
        let kept = standing.iter().find(|(kind, ..)| *kind == "kept");
        let is_contradicted = standing.iter().any(|(kind, _, text)| {
            is_of_hyphens(kind) && kept.is_some_and(|(.., kept)| kept != text)
        });
        if is_of_hyphens(kind) && is_contradicted {
            return (url.clone(), url, String::new());
        }
        (url, (*reading).clone(), format!("{evidence}:{kind}"))
    };
    links.iter().map(settle).collect()
}

/// Returns the host of a URL, if it has one.
fn host(url: &str) -> Option<String> {
    let verdict = Verdict::of(url.as_bytes());
    let host = verdict.parts().host_ascii()?.into_owned();
    Some(host).filter(|host| !host.is_empty())
}

/// Returns whether a program may have cut the line that a link ends.
fn is_stump(row: &Value, files: &[(String, String)]) -> bool {
    let path = Path::new(text(row, "path"));
    let name = path.file_name().and_then(|name| name.to_str());
    let Some((_, file)) = files.iter().find(|(of, _)| Some(&**of) == name) else {
        return false;
    };
    let end = row["end"].as_u64().expect("an offset");
    let (before, after) = file.split_at(usize::try_from(end).expect("an offset"));
    let line = before.rsplit('\n').next().unwrap_or_default();
    let next = after.strip_prefix('\n').unwrap_or_default().lines().next();
    text(row, "delimiter") == "bare"
        && next.is_some_and(|next| {
            let rest = next.strip_prefix("> ").unwrap_or_default();
            let is_rest = rest.contains(['/', '=', '&']) && !rest.contains(' ');
            line.len() >= 60 && !next.is_empty() || is_rest
        })
}

/// Returns the links as the table `settled` settles them.
fn of_table(links: &[Value], table: &[Value]) -> Vec<SettledLink> {
    let settle = |row: &Value| {
        let url = text(row, "url");
        let offers = |reading: &str| {
            let lists = ["readings", "also"]
                .iter()
                .filter_map(|name| row.get(*name)?.as_array());
            lists.flatten().any(|item| item == reading)
        };
        let has_one = row["also"].as_array().is_some_and(Vec::is_empty);
        let rows = table.iter().filter(|other| {
            let reading = text(other, "reading");
            text(other, "url") == url && (offers(reading) || reading == url && has_one)
        });
        let best = rows.min_by_key(|row| {
            let is_host = text(row, "resolved_by").starts_with("host");
            (is_host, usize::MAX - text(row, "settled").len())
        });
        let settled = best.map_or(url, |row| text(row, "settled"));
        let by = best.map_or("", |row| text(row, "resolved_by"));
        (url.to_owned(), settled.to_owned(), by.to_owned())
    };
    links.iter().map(settle).collect()
}

#[test]
fn cases_are_settled() {
    let cases = settling::cases();
    let dir = tempfile::tempdir().expect("a directory");
    let files = settling::files(&cases);
    let manifest = make(dir.path(), &files, &options(Format::Jsonl, 300), 2);
    let out = dir.path().join("out");
    let links = rows(&out, &manifest, "links");
    let table = rows(&out, &manifest, "settled");
    let by_oracle = settled(&links, &files);
    let by_table = of_table(&links, &table);
    for case in &cases {
        let is_of_case = |row: &Value| {
            let path = Path::new(text(row, "path"));
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            name.split_once('.')
                .is_some_and(|(name, _)| name == case.name)
        };
        let found = |links_settled: &[SettledLink]| {
            let rows = links.iter().zip(links_settled);
            let rows = rows.filter(|(row, _)| is_of_case(row));
            rows.map(|(_, settled)| settled.clone()).collect::<Vec<_>>()
        };
        assert_eq!(found(&by_table), case.links, "{}", case.name);
        assert_eq!(found(&by_oracle), case.links, "{}", case.name);
    }
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (_, _, by) in by_table.iter().filter(|(.., by)| !by.is_empty()) {
        *counts.entry(by.clone()).or_default() += 1;
    }
    assert_eq!(*manifest.settled(), counts);
    check_urls(&rows(&out, &manifest, "urls"), &by_table);
}

/// Checks that the table of URLs counts each link as what it is settled as.
fn check_urls(urls: &[Value], links: &[SettledLink]) {
    let mut expected: BTreeMap<&str, (u64, Vec<&str>)> = BTreeMap::new();
    for (_, settled, by) in links {
        let (count, evidence) = expected.entry(settled).or_default();
        *count += 1;
        evidence.push(by);
    }
    let names: Vec<_> = urls.iter().map(|row| text(row, "url")).collect();
    assert_eq!(names, expected.keys().copied().collect::<Vec<_>>());
    for row in urls {
        let (count, evidence) = &expected[text(row, "url")];
        assert_eq!(row["count"].as_u64(), Some(*count), "{row}");
        let by = text(row, "resolved_by");
        assert_eq!(
            by.is_empty(),
            evidence.iter().all(|by| by.is_empty()),
            "{row}"
        );
        assert!(by.is_empty() || evidence.contains(&by), "{row}");
    }
}

#[test]
fn the_view_settles_links() {
    if Command::new("sqlite3").arg("-version").output().is_err() {
        let _ = writeln!(io::stdout(), "skipped: no sqlite3");
        return;
    }
    let files = settling::files(&settling::cases());
    for format in [Format::Jsonl, Format::Csv] {
        let dir = tempfile::tempdir().expect("a directory");
        let manifest = make(dir.path(), &files, &options(format, 1 << 20), 1);
        let out = dir.path().join("out");
        let sqlite = |arguments: &[&str], stdin: std::process::Stdio| {
            let mut command = Command::new("sqlite3");
            command.args(["-json", "links.db"]).args(arguments);
            let output = command
                .current_dir(&out)
                .stdin(stdin)
                .output()
                .expect("sqlite3");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && errors.is_empty(), "{errors}");
            output.stdout
        };
        let schema = File::open(out.join("schema.sqlite.sql")).expect("a schema");
        sqlite(&[], schema.into());
        let select = "SELECT url, readings, also, joins, warnings, path, \"end\", delimiter, settled, resolved_by \
                      FROM links_settled";
        let found = sqlite(&[select], std::process::Stdio::null());
        let mut found: Vec<Value> = serde_json::from_slice(&found).expect("JSON");
        assert_eq!(found.len() as u64, manifest.rows("links"));
        let view: Vec<SettledLink> = found
            .iter()
            .map(|row| {
                ["url", "settled", "resolved_by"]
                    .map(|name| text(row, name).to_owned())
                    .into()
            })
            .collect();
        // SQLite has lists as JSON.
        for row in &mut found {
            for name in ["readings", "also", "joins", "warnings"] {
                row[name] = serde_json::from_str(text(row, name)).unwrap_or_default();
            }
        }
        assert_eq!(view, settled(&found, &files));
    }
}

/// Returns texts with links, many of which have readings that stand in others.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let link = (0..3_u8, 0..3_u8, 0..9_u8).prop_map(|(host, name, form)| {
        let host = ["a-b", "ab", "c"][usize::from(host)];
        let name = ["x-y", "xy", "x=y"][usize::from(name)];
        let broken = |text: &str| text.replacen('-', "-\n", 1);
        match form {
            0 => format!("<http://{host}.example/{name}> "),
            1 => format!("<http://{host}.example/{}> ", broken(name)),
            2 => format!("<http://{}.example/{name}> ", broken(host)),
            3 => format!("<http://{}.example/{}> ", broken(host), broken(name)),
            4 => format!("<http://{host}.example/{name}.> "),
            5 => format!("\nSee http://{host}.example/\n{name} for all of that and more of it\n"),
            7 => format!("\nSee http://{host}.example/?a=\n{name}&b\n"),
            8 => format!("\nSee http://{host}.example/?a=\n> {name}&b\n"),
            _ => format!("<http://{host}.example/> "),
        }
    });
    vec(vec(link, 1..5).prop_map(|links| links.concat()), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn what_is_settled_does_not_depend_on_the_order_of_files(
        texts in texts(),
        shard_size in 1..200_u64,
        threads in 1..4_usize,
    ) {
        let named = |order: &mut dyn Iterator<Item = String>| -> Vec<(String, String)> {
            order.enumerate().map(|(index, text)| (format!("{index:02}"), text)).collect()
        };
        let mut found = Vec::new();
        for (files, size, threads) in [
            (named(&mut texts.iter().cloned()), 1 << 20, 1),
            (named(&mut texts.iter().rev().cloned()), shard_size, threads),
        ] {
            let dir = tempfile::tempdir().expect("a directory");
            let manifest = make(dir.path(), &files, &options(Format::Jsonl, size), threads);
            let out = dir.path().join("out");
            let links = rows(&out, &manifest, "links");
            let by_table = of_table(&links, &rows(&out, &manifest, "settled"));
            prop_assert_eq!(&by_table, &settled(&links, &files));
            check_urls(&rows(&out, &manifest, "urls"), &by_table);
            let urls = rows(&out, &manifest, "urls");
            found.push((rows(&out, &manifest, "settled"), manifest.settled().clone(), urls));
        }
        prop_assert_eq!(&found[0], &found[1]);
    }
}
