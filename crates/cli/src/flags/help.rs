//! The help after the flags, shared by `--help` and the manual pages: examples, notes, exit statuses and
//! environment variables. The tests run the examples in `corpus/demo`.

use std::fmt::Write;

/// The help of a command other than its flags.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) examples: &'static [Example],
    /// Paragraphs.
    pub(crate) notes: &'static [&'static str],
    /// Exit statuses and their conditions.
    pub(crate) statuses: &'static [(u8, &'static str)],
    pub(crate) variables: &'static [Variable],
}

/// An example command.
#[derive(Debug)]
pub(crate) struct Example {
    /// The shell command. Lines after the first are indented by two spaces.
    pub(crate) command: &'static str,
    /// What the command does: one sentence.
    pub(crate) purpose: &'static str,
}

/// An environment variable.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
}

impl Page {
    /// Returns the page of the program or of a command, by name.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        let found = PAGES.iter().find(|(known, _)| *known == name);
        found.map(|(_, page)| *page)
    }
}

/// All pages, by the name of the program or command.
pub(crate) const PAGES: &[(&str, &Page)] = &[
    ("urlsift", &MAIN),
    ("list", &LIST),
    ("grep", &GREP),
    ("check", &CHECK),
    ("info", &INFO),
    ("split", &SPLIT),
    ("harvest", &HARVEST),
    ("pick", &PICK),
];

/// Returns the text after the flags in `-h`.
pub(super) fn short(command: &str) -> String {
    format!("See `{command} --help` for all flags, examples and exit statuses.")
}

/// Returns the text after the flags of a command in `--help`.
pub(super) fn long(page: &Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples {
        let command = command.replace('\n', "\n  ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {command}\n      {purpose}");
    }
    add_notes(&mut text, page);
    text
}

/// Returns the text after the commands in `--help`, with one line per example.
pub(super) fn overview(page: &Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples {
        let _ = writeln!(text, "  {command:40} {purpose}");
    }
    add_notes(&mut text, page);
    text.push_str("\nSee `urlsift help <COMMAND>` for the flags of a command.");
    text
}

fn add_notes(text: &mut String, page: &Page) {
    for note in page.notes {
        let _ = writeln!(text, "\n{note}");
    }
    let statuses = page.statuses.iter();
    let statuses: Vec<_> = statuses
        .map(|(status, condition)| format!("{status} {condition}"))
        .collect();
    let _ = write!(text, "\nExit status: {}.", statuses.join(", "));
}

pub(super) const MAIN: Page = Page {
    examples: &[
        Example {
            command: "urlsift list letters.mbox",
            purpose: "Print every URL, one per line.",
        },
        Example {
            command: "urlsift list -I Mail/ | sort -u",
            purpose: "Search a directory, without duplicates.",
        },
        Example {
            command: "urlsift grep '^gopher:' news/",
            purpose: "Print matching URLs with file and line.",
        },
        Example {
            command: "urlsift list --json Mail/saved/1 | jq .",
            purpose: "Print URLs as JSON, with positions.",
        },
        Example {
            command: "urlsift check 'http://h?q'",
            purpose: "Show what is wrong with a URL, and where.",
        },
        Example {
            command: "urlsift info letters.mbox",
            purpose: "Show what an archive contains.",
        },
        Example {
            command: "urlsift split letters.mbox",
            purpose: "Print ranges for parallel jobs.",
        },
        Example {
            command: "urlsift pick Mail/saved/1",
            purpose: "Choose links to open, copy or print.",
        },
    ],
    notes: &[
        "The kind of each file is detected from its content: mailbox, news batch, single message, HTML \
         page or plain text. Bodies, headers and encoded words are decoded. gzip, bzip2, xz, zstd, lzip, lzma, lz4, \
         compress, zip, tar, cpio and ar files are unpacked; the path of a container member is a.zip!b.mbox.",
        "The environment variable URLSIFT_OPTS holds default flags for `list` and `grep`, such as \
         '-S --follow', quoted as in a shell. Flags on the command line override it: a single value is \
         replaced, a list is extended, --no-NAME turns off any switch --NAME, and the last of -c, -l, -L and \
         --json takes effect. Conflicting flags are an error.",
        "By default, URLs in angle brackets are found; with --all, `list` and `grep` also find URLs in running text, in \
         quotation marks and in HTML, as `pick` always does.",
        "The exit status is that of `list` and `grep`; the help of the other commands has theirs.",
    ],
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const LIST: Page = Page {
    examples: &[
        Example {
            command: "urlsift list letters.mbox",
            purpose: "Print every URL, one per line; wrapped and quoted URLs are rejoined.",
        },
        Example {
            command: "urlsift list -c Mail/",
            purpose: "Count the URLs of each file in Mail/.",
        },
        Example {
            command: "urlsift list --messages letters.mbox",
            purpose: "Print the date, sender and subject of each message above its URLs.",
        },
        Example {
            command: "urlsift list -C 2 Mail/saved/1",
            purpose: "Print two lines of decoded text before and after each URL.",
        },
        Example {
            command: "urlsift list --in headers letters.mbox",
            purpose: "Search only headers, such as List-Unsubscribe.",
        },
        Example {
            command: "urlsift list --as mboxrd Mail/inbox",
            purpose: "Read a file as mboxrd, a mailbox in which every `>From ` line is quoted.",
        },
        Example {
            command: "tail -n +1 -f Mail/inbox | urlsift list",
            purpose: "Print URLs as messages arrive.",
        },
        Example {
            command: "urlsift list --hyphen both notes.txt",
            purpose: "Print all readings of URLs that are broken after a hyphen.",
        },
        Example {
            command: r#"urlsift list --json letters.mbox | jq -r 'select(.warnings != []) | "\(.path):\(.line)"'"#,
            purpose: "Print the positions of damaged URLs.",
        },
        Example {
            command: "urlsift list --conforms none notes.txt",
            purpose: "Print everything in delimiters, whether or not it is a URL.",
        },
        Example {
            command: "urlsift list --conforms relative --base http://www.uni.example/talks/ notes.txt",
            purpose: "Also print relative references, resolved against a base.",
        },
        Example {
            command: "urlsift list --rejected letters.mbox >/dev/null",
            purpose: "Report candidates that start like `<URL:` or `<http:` but are rejected, and why.",
        },
        Example {
            command: "urlsift list --text Mail/inbox",
            purpose: "Read a mailbox as plain text, without decoding it.",
        },
        Example {
            command: "urlsift list --from ruth --since 1999 letters.mbox",
            purpose: "Print URLs posted by one person since 1999.",
        },
        Example {
            command: "urlsift list --thread 199502140830.IAA00412@abara.example letters.mbox",
            purpose: "Print the URLs in a message and its replies.",
        },
        Example {
            command: "urlsift list --newsgroup 'comp.*' --host library.example,uni.example news/",
            purpose: "Select newsgroups and hosts.",
        },
        Example {
            command: "find Mail -name inbox | urlsift list -I --files-from -",
            purpose: "Read the files listed by another program, one per line (or with -print0 and -0).",
        },
        Example {
            command: "urlsift list --exclude '*.gz' --exclude saved/ Mail/",
            purpose: "Search Mail/ except for .gz files and directories called saved.",
        },
        Example {
            command: "urlsift list -H attic.zip",
            purpose: "Print the path of each container member, such as attic.zip!1997/april.",
        },
        Example {
            command: "urlsift list -j 1 Mail/inbox",
            purpose: "Use one thread. The output does not depend on the number of threads.",
        },
        Example {
            command: "urlsift list --range 4K:8K letters.mbox",
            purpose: "Read only the messages that begin in a byte range; see `urlsift split`.",
        },
        Example {
            command: "urlsift list --unique Mail/",
            purpose: "Print each URL only once, where it first occurs.",
        },
        Example {
            command: "urlsift list --tally=host Mail/ | head -3",
            purpose: "Print the three most frequent hosts.",
        },
        Example {
            command: "urlsift list --csv letters.mbox >letters.csv",
            purpose: "Write a table with the position and message of each URL.",
        },
        Example {
            command: "urlsift list --unwrap warning.eml",
            purpose: "Also print what SafeLinks and other rewriters have wrapped.",
        },
        Example {
            command: "urlsift list --all --unique --defang warning.eml",
            purpose: "Print defanged URLs, which cannot be clicked.",
        },
        Example {
            command: "echo 'hxxp://a[.]example' | urlsift list --all --refang",
            purpose: "Read defanged URLs.",
        },
        Example {
            command: "urlsift list --format '{message.date} {url}' letters.mbox",
            purpose: "Print chosen fields of each URL.",
        },
        Example {
            command: "urlsift list --progress json Mail/ >urls 2>progress",
            purpose: "Report progress as a JSON object per second.",
        },
    ],
    notes: &[
        "By default, only URLs in angle brackets are found: about one link in twelve of real mail, and one in eight \
         of those in text. --all finds the others. If nothing is found in files, a line on the terminal says how \
         many links --all would find.",
        "On a terminal, uncertain URLs are marked: [hyphen?] if a line ends in a hyphen that may not belong to \
         the URL (--hyphen both prints all readings), [close?] if the end of the URL is uncertain because \
         its > may be a quote mark or is missing.",
    ],
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const GREP: Page = Page {
    examples: &[
        Example {
            command: "urlsift grep 1995/lattice letters.mbox",
            purpose: "Print URLs that contain 1995/lattice, even where a line break splits it.",
        },
        Example {
            command: "urlsift grep -F -i -e .ps.gz -e .GIF letters.mbox news/",
            purpose: "Search for two literal strings, ignoring case, in a file and a directory.",
        },
        Example {
            command: "printf '%s\\n' lattice backbone | urlsift grep -w -f - letters.mbox",
            purpose: "Read patterns from standard input and match them as whole words.",
        },
        Example {
            command: "urlsift grep -S gopher letters.mbox",
            purpose: "Ignore case, because the pattern is all lower case.",
        },
        Example {
            command: "urlsift grep -n -v '^https?:' Mail/inbox",
            purpose: "Print all URLs except http and https, with line numbers.",
        },
        Example {
            command: "urlsift grep -l -0 gopher: Mail/ | xargs -0 ls",
            purpose: "List files with gopher URLs; safe for any file name.",
        },
        Example {
            command: "urlsift grep -A 3 -m 1 gopher Mail/gopher-l",
            purpose: "Print the first URL that contains gopher, and three lines after it.",
        },
        Example {
            command: r#"urlsift grep --json '\.gif$' letters.mbox | jq -r '"\(.message.from): \(.url)"'"#,
            purpose: "Print who sent links to GIF images.",
        },
    ],
    notes: &[
        "PATTERN is a regular expression; see https://docs.rs/regex for the syntax. It is matched against the \
         URL with all hyphens kept. A relative reference is resolved first if its base is known from --base, \
         the <base> of an HTML page, Content-Base or Content-Location.",
    ],
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const CHECK: Page = Page {
    examples: &[
        Example {
            command: "urlsift check 'http://www.w3.org/~timbl'",
            purpose: "Point at the ~, and explain what RFC 1738 allows.",
        },
        Example {
            command: "urlsift check 'gopher://host.dom/11sel%09words'",
            purpose: "Print the parts of a URL, and the request that a client sends.",
        },
        Example {
            command: "urlsift check -q --conforms rfc3986 'http://www.w3.org/~timbl' && echo fine",
            purpose: "Test in a script whether a URL conforms to RFC 3986 or RFC 1738.",
        },
        Example {
            command: "urlsift list -I Mail/ | urlsift check --json | jq -r 'select(.problems != []).url'",
            purpose: "Print the URLs of a directory that do not conform to RFC 1738.",
        },
    ],
    notes: &[
        "Each line of standard input is a URL, even if it is empty. Lines are limited to 1 MiB.",
        "The levels, from strict to lax: rfc1738; rfc3986; whatwg (what browsers accept, for http, https, ftp, file, \
         ws and wss); relative (relative references by RFC 1808, which have no scheme); none (anything).",
    ],
    statuses: &[
        (0, "if every URL conforms"),
        (1, "if a URL does not conform"),
        (2, "if an error occurred"),
    ],
    variables: &[NO_COLOR, TERM],
};

pub(super) const INFO: Page = Page {
    examples: &[
        Example {
            command: "urlsift info letters.mbox",
            purpose: "Print the kind of a file, the number of messages, and the types of their parts.",
        },
        Example {
            command: "urlsift info Mail/ | tail -n 8",
            purpose: "Print the totals of a directory.",
        },
        Example {
            command: r#"urlsift info --json Mail/ attic.zip notes.txt | jq -r 'select(.kind == "text").path'"#,
            purpose: "Print the files that contain no messages.",
        },
        Example {
            command: "urlsift info --doubtful Mail/inbox",
            purpose: "Print the byte offset of each doubtful message boundary.",
        },
    ],
    notes: &[
        "For each input, prints its kind, detected from the content; its size in bytes; the number of messages; \
         and the number of parts by media type and transfer encoding, most frequent first. Multipart parts \
         are counted too. Of an Outlook file, the parts are its bodies and attachments that have a text. A message boundary is doubtful if no header follows its `From ` line, or no empty line \
         precedes it. Zero counts are omitted. For several inputs, a total follows.",
        "The kinds: mboxo, mboxrd, mboxcl, mboxcl2 (mailboxes with `From ` lines; mboxrd is never detected, \
         use --as), mmdf, rnews, nntp, listserv (notebooks), babyl (Rmail), mbx (UW IMAP), dbox (Dovecot), \
         emlx (a message of Apple Mail), message (a single message), rn (articles that rn saved), html (a page, which \
         has a message if an archiver such as Hypermail wrote it), text (no messages).",
    ],
    statuses: &[(0, "if everything was read"), (2, "if an error occurred")],
    variables: &[NO_COLOR, TERM, TMPDIR],
};

pub(super) const SPLIT: Page = Page {
    examples: &[
        Example {
            command: "urlsift split letters.mbox",
            purpose: "Print ranges of at least 128 MiB that begin at messages.",
        },
        Example {
            command: r#"urlsift split --size 2K letters.mbox | jq -r '"\(.start):\(.end // "")"' |
  xargs -n 1 urlsift list letters.mbox --range"#,
            purpose: "List the URLs of each range in turn; with `parallel -k`, the ranges are processed in parallel.",
        },
    ],
    notes: &[
        "Prints one JSON object per line with path, start and end, such as \
         {\"path\":\"a.mbox\",\"start\":134219021,\"end\":201339412}. Pass each range to `list` or `grep` as \
         --range START:END. Together the ranges give exactly the URLs of the whole file. A range begins at a \
         message, or in plain text after an empty line. Single messages, emlx, dbox, nntp and HTML files, \
         compressed files and inputs that are not regular files are not split; for the last two, end is unknown and \
         omitted. Only the bytes around the ends of ranges are read.",
    ],
    statuses: &[(0, "if everything was read"), (2, "if an error occurred")],
    variables: &[],
};

pub(super) const HARVEST: Page = Page {
    examples: &[
        Example {
            command: "urlsift harvest Mail letters.mbox -o links",
            purpose: "Make a data set; the same command goes on after an interruption and takes in new mail.",
        },
        Example {
            command: "urlsift harvest plan --format csv Mail -o steps >digest &&
  urlsift harvest run -o steps --only 1/2 &&
  urlsift harvest run -o steps --only 2/2 &&
  urlsift harvest finish -o steps",
            purpose: "The same in steps, of which those of `run` may be separate jobs.",
        },
        Example {
            command: "urlsift harvest report links",
            purpose: "Write report.html, a page with charts and tables of the data set, again.",
        },
    ],
    notes: &[
        "Writes tables of links, messages, inputs, errors and URLs to a directory. It can be killed at any moment. \
         manifest.json names the files of each table; schema.duckdb.sql and schema.sqlite.sql have the tables for \
         DuckDB and SQLite. All URLs are included, as with `list --conforms none`.",
        "The steps: `plan` divides the files into shards and prints the digest of the plan; `run` writes the tables \
         of the shards that are not done; `finish` writes the table of URLs and the manifest; `report` writes \
         report.html, a page with charts and tables of the links by year, host, scheme, standard and damage; `prune` \
         removes what is left of changed files. Several processes may run the shards of one plan. A file with the name \
         of a step is given as ./plan.",
        "Damaged files are read as far as possible and are in the table of errors. A file that cannot be read, or that \
         changes while it is read, is tried again by the next run; `finish` fails without it, unless --partial is \
         given.",
    ],
    statuses: &[
        (0, "if everything was read"),
        (2, "if a file could not be read, or an error occurred"),
    ],
    variables: &[TMPDIR],
};

pub(super) const PICK: Page = Page {
    examples: &[
        Example {
            command: "urlsift pick Mail/saved/1",
            purpose: "Show the links of a message; Enter opens a link, ? shows all keys.",
        },
        Example {
            command: "urlsift pick --open 'lynx -accept_all_cookies' Mail/saved/1",
            purpose: "Open links with lynx.",
        },
        Example {
            command: "urlsift pick --open-scheme wais,irc news/alt/hypertext/4417",
            purpose: "Open wais and irc URLs without confirmation.",
        },
        Example {
            command: "urlsift pick --print Mail/gopher-l >chosen",
            purpose: "Print the links marked with Space, one per line.",
        },
        Example {
            command: "urlsift pick --print-all --in body <Mail/saved/1",
            purpose: "Print all links without interaction, like `urlsift list --all`.",
        },
    ],
    notes: &[
        "Input is read as by `list`. The picker runs on the terminal (/dev/tty), so that messages can be piped \
         in, and restores the terminal when it exits. A URL that occurs several times in a message is shown \
         once. Without a terminal, or if TERM is dumb or (except on Windows) not set, all URLs are printed.",
        "Links are opened with the commands in BROWSER, separated by colons; the first one that can be \
         started is used, and %s stands for the URL. If BROWSER is not set, xdg-open, sensible-browser or \
         www-browser is used. No shell is run, and characters other than visible ASCII are percent-encoded. \
         At most 8 programs run in the background at the same time.",
        "URLs with the schemes http, https, ftp, gopher, mailto, news, nntp and telnet, and those of \
         --open-scheme, are opened immediately. Other URLs, and more than 10 links at once, are opened only \
         after confirmation. A URL that a program could mistake for an option, and a relative reference \
         without a known base, are never opened. Of the header fields in a mailto URL, only to, cc, bcc, \
         subject and body are passed on.",
        "Links and their context take at most about 64 MiB of memory. If an archive has more, a message says \
         that the rest is not shown.",
    ],
    statuses: &[
        (
            0,
            "if links were shown (with --print: if links were printed)",
        ),
        (1, "if there were no links"),
        (2, "if an error occurred"),
    ],
    variables: &[BROWSER, NO_COLOR, TERM, TMPDIR],
};

const SEARCH: &[(u8, &str)] = &[
    (0, "if a URL was selected"),
    (1, "if no URL was selected"),
    (
        2,
        "if an error occurred (with -q, only if no URL was selected)",
    ),
];

const OPTS: Variable = Variable {
    name: "URLSIFT_OPTS",
    meaning: "Default flags for list and grep, quoted as in a shell. Flags on the command line override them.",
};

const BROWSER: Variable = Variable {
    name: "BROWSER",
    meaning: "The commands with which pick opens links, unless --open is given.",
};

const NO_COLOR: Variable = Variable {
    name: "NO_COLOR",
    meaning: "If set and not empty, disables colours unless --color=always is given.",
};

const TERM: Variable = Variable {
    name: "TERM",
    meaning: "If dumb, disables colours, the progress line and the picker. The picker also needs it to be set, except on Windows.",
};

const TMPDIR: Variable = Variable {
    name: "TMPDIR",
    meaning: "The directory for temporary files; /tmp by default. The files have no names and are deleted when \
              the program exits.",
};
