//! What `--help` says below the flags, and the manual pages around them: examples, which the tests
//! run in `corpus/demo`, and what else is to be said.

use std::fmt::Write;

/// What is said of a command besides its flags.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) examples: &'static [Example],
    /// Paragraphs.
    pub(crate) notes: &'static [&'static str],
    /// Each exit status, and when it is that.
    pub(crate) statuses: &'static [(u8, &'static str)],
    pub(crate) variables: &'static [Variable],
}

/// A call of the program.
#[derive(Debug)]
pub(crate) struct Example {
    /// What a shell is given. If it has several lines, all but the first are indented by two blanks.
    pub(crate) command: &'static str,
    /// What it is good for.
    pub(crate) purpose: &'static str,
}

/// A variable of the environment that has a say.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
}

impl Page {
    /// The page of the program, or of a command, by its name.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        let found = PAGES.iter().find(|(known, _)| *known == name);
        found.map(|(_, page)| *page)
    }
}

/// Every page, by the name of what it is about.
pub(crate) const PAGES: &[(&str, &Page)] = &[
    ("urlsift", &MAIN),
    ("list", &LIST),
    ("grep", &GREP),
    ("check", &CHECK),
    ("info", &INFO),
    ("split", &SPLIT),
    ("pick", &PICK),
];

/// What stands below the flags of a command.
pub(super) fn below(page: &Page) -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in page.examples {
        let command = command.replace('\n', "\n  ");
        // A string takes whatever is written to it.
        let _ = writeln!(text, "  {command}\n      {purpose}");
    }
    add_rest(&mut text, page);
    text
}

/// What stands below the commands: each example on a line of its own, and where more is told.
pub(super) fn overview() -> String {
    let mut text = String::from("Examples:\n");
    for Example { command, purpose } in MAIN.examples {
        let _ = writeln!(text, "  {command:40} {purpose}");
    }
    add_rest(&mut text, &MAIN);
    text.push_str("\n`urlsift help list`, `help grep`, `help check`, `help info`, `help split` and `help pick` tell the rest.");
    text
}

fn add_rest(text: &mut String, page: &Page) {
    for note in page.notes {
        let _ = writeln!(text, "\n{note}");
    }
    let statuses = page.statuses.iter();
    let statuses: Vec<_> = statuses
        .map(|(status, when)| format!("{status} {when}"))
        .collect();
    let _ = write!(text, "\nExit status: {}.", statuses.join(", "));
}

const MAIN: Page = Page {
    examples: &[
        Example {
            command: "urlsift list letters.mbox",
            purpose: "Every delimited URL, one a line.",
        },
        Example {
            command: "urlsift list -I Mail/ | sort -u",
            purpose: "The same for all files below a directory.",
        },
        Example {
            command: "urlsift grep '^gopher:' news/",
            purpose: "The URLs that match, with file and line.",
        },
        Example {
            command: "urlsift list --json Mail/saved/1 | jq .",
            purpose: "With the bytes that each URL came from.",
        },
        Example {
            command: "urlsift check 'http://h?q'",
            purpose: "What is wrong with a URL, and where.",
        },
        Example {
            command: "urlsift info letters.mbox",
            purpose: "What an archive holds.",
        },
        Example {
            command: "urlsift split letters.mbox",
            purpose: "Where to cut it for several machines.",
        },
        Example {
            command: "urlsift pick Mail/saved/1",
            purpose: "To open, copy or print what you choose.",
        },
    ],
    notes: &[
        "Files are read as what they are by their content: mailboxes, news batches, single messages, \
         or plain text. Bodies, headers and encoded words are decoded. gzip, bzip2, xz, zstd, zip and \
         tar are unpacked on the way: a.zip!b.mbox.",
        "URLSIFT_OPTS in the environment has flags for every `list` and `grep`, such as '-S --follow', in \
         words like those of a shell. A value that is given again on the command line replaces the first, one of a list is added to it; \
         --no-NAME takes back any switch --NAME; of -c, -l, -L and --json the last one counts. Flags that do \
         not go together are an error here, too.",
    ],
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const LIST: Page = Page {
    examples: &[
        Example {
            command: "urlsift list letters.mbox",
            purpose: "One URL a line, wrapped and quoted ones put together.",
        },
        Example {
            command: "urlsift list -c Mail/",
            purpose: "How many URLs each file below Mail/ holds.",
        },
        Example {
            command: "urlsift list --messages letters.mbox",
            purpose: "Under the date, sender and subject of each message.",
        },
        Example {
            command: "urlsift list -C 2 Mail/saved/1",
            purpose: "With two lines of text around each, decoded.",
        },
        Example {
            command: "urlsift list --in headers letters.mbox",
            purpose: "Those of headers only, such as List-Unsubscribe.",
        },
        Example {
            command: "urlsift list --as mboxrd Mail/inbox",
            purpose: "As a mailbox in which any `>From ` line was quoted.",
        },
        Example {
            command: "tail -n +1 -f Mail/inbox | urlsift list",
            purpose: "Hits are printed as they come.",
        },
        Example {
            command: "urlsift list --hyphen both notes.txt",
            purpose: "Where a line ends in a hyphen, both readings.",
        },
        Example {
            command: r#"urlsift list --json letters.mbox | jq -r 'select(.warnings != []) | "\(.path):\(.line)"'"#,
            purpose: "Where URLs stand that were damaged.",
        },
        Example {
            command: "urlsift list --conforms none notes.txt",
            purpose: "All that stands in delimiters, whether it is a URL or not.",
        },
        Example {
            command: "urlsift list --conforms relative --base http://www.uni.example/talks/ notes.txt",
            purpose: "Relative references, too, put together with their base.",
        },
        Example {
            command: "urlsift list --rejected letters.mbox >/dev/null",
            purpose: "What was opened by `<URL:` or `<http:` and gave no URL, and why.",
        },
        Example {
            command: "urlsift list --text Mail/inbox",
            purpose: "The same bytes as a plain text in which nothing is decoded.",
        },
        Example {
            command: "urlsift list --from ruth --since 1999 letters.mbox",
            purpose: "What one person has posted since.",
        },
        Example {
            command: "urlsift list --thread 199502140830.IAA00412@abara.example letters.mbox",
            purpose: "What stands in a message and in its answers.",
        },
        Example {
            command: "urlsift list --newsgroup 'comp.*' --host library.example,uni.example news/",
            purpose: "In some newsgroups, and of some hosts.",
        },
        Example {
            command: "find Mail -name inbox | urlsift list -I --files-from -",
            purpose: "The files that another program names, one a line; behind -print0, with -0.",
        },
        Example {
            command: "urlsift list --exclude '*.gz' --exclude saved/ Mail/",
            purpose: "All files below Mail/ but these, and no directory saved.",
        },
        Example {
            command: "urlsift list -H attic.zip",
            purpose: "Behind the path of each member, such as attic.zip!1997/april.",
        },
        Example {
            command: "urlsift list -j 1 Mail/inbox",
            purpose: "On one thread. By default there is one for each core; the output is the same.",
        },
        Example {
            command: "urlsift list --range 4K:8K letters.mbox",
            purpose: "Of the messages that begin in these bytes, for a job of its own: see `split`.",
        },
        Example {
            command: "urlsift list --unique Mail/",
            purpose: "Each URL once, where it comes first, without a wait for the last one.",
        },
        Example {
            command: "urlsift list --tally=host Mail/ | head -3",
            purpose: "The three hosts that occur most often.",
        },
        Example {
            command: "urlsift list --csv letters.mbox >letters.csv",
            purpose: "A table with the message and the place of each URL.",
        },
        Example {
            command: "urlsift list --format '{message.date} {url}' letters.mbox",
            purpose: "What is wanted of each URL, in one's own form.",
        },
        Example {
            command: "urlsift list --progress json Mail/ >urls 2>progress",
            purpose: "How far it has come, a JSON object each second.",
        },
    ],
    notes: &[
        "On a terminal, a mark stands behind a URL that may be read in another way: [hyphen?] where a \
         line ended in a hyphen (--hyphen both prints all readings), [close?] where it is not sure that \
         it ends there: a > that may be a quote mark, or none.",
    ],
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const GREP: Page = Page {
    examples: &[
        Example {
            command: "urlsift grep 1995/lattice letters.mbox",
            purpose: "The URLs with 1995/lattice in them, also where a line break cuts it.",
        },
        Example {
            command: "urlsift grep -F -i -e .ps.gz -e .GIF letters.mbox news/",
            purpose: "Two fixed strings, in any case, in a mailbox and all files below news/.",
        },
        Example {
            command: "printf '%s\\n' lattice backbone | urlsift grep -w -f - letters.mbox",
            purpose: "A word of the URL is one of those that are given, one a line.",
        },
        Example {
            command: "urlsift grep -S gopher letters.mbox",
            purpose: "In any case, as there is no upper case letter in the pattern.",
        },
        Example {
            command: "urlsift grep -n -v '^https?:' Mail/inbox",
            purpose: "All but the web, with line numbers.",
        },
        Example {
            command: "urlsift grep -l -0 gopher: Mail/ | xargs -0 ls",
            purpose: "The files that mention gopher, whatever their names.",
        },
        Example {
            command: "urlsift grep -A 3 -m 1 gopher Mail/gopher-l",
            purpose: "The first URL with gopher in it, and three lines behind it.",
        },
        Example {
            command: r#"urlsift grep --json '\.gif$' letters.mbox | jq -r '"\(.message.from): \(.url)"'"#,
            purpose: "Who sent pictures.",
        },
    ],
    notes: &[
        "PATTERN is a regular expression in the syntax of https://docs.rs/regex; it is looked for in \
         the URL with every hyphen kept; of a relative reference whose base is known (--base, or else \
         its part's Content-Base or Content-Location), in what it resolves to.",
    ],
    statuses: SEARCH,
    variables: &[OPTS, NO_COLOR, TERM, TMPDIR],
};

pub(super) const CHECK: Page = Page {
    examples: &[
        Example {
            command: "urlsift check 'http://www.w3.org/~timbl'",
            purpose: "Points at the ~, and says what conforms to RFC 1738.",
        },
        Example {
            command: "urlsift check 'gopher://host.dom/11sel%09words'",
            purpose: "Its parts, and the line that a client sends.",
        },
        Example {
            command: "urlsift check -q --conforms rfc3986 'http://www.w3.org/~timbl' && echo fine",
            purpose: "Only the status: does it conform to RFC 3986, or better?",
        },
        Example {
            command: "urlsift list -I Mail/ | urlsift check --json | jq -r 'select(.problems != []).url'",
            purpose: "One JSON object for each URL of a mailbox, and of these the URLs that have problems.",
        },
    ],
    notes: &[
        "Every line of standard input is a URL, an empty one, too; at most 1 MiB long.",
        "The levels, from strict to lax: rfc1738, rfc3986, whatwg (what browsers take), relative (no \
         scheme, but a relative reference by RFC 1808), none (anything).",
    ],
    statuses: &[
        (0, "if every URL conforms"),
        (1, "if one does not"),
        (2, "after an error"),
    ],
    variables: &[NO_COLOR, TERM],
};

pub(super) const INFO: Page = Page {
    examples: &[
        Example {
            command: "urlsift info letters.mbox",
            purpose: "Its kind, how many messages it holds, and of what types their parts are.",
        },
        Example {
            command: "urlsift info Mail/ | tail -n 8",
            purpose: "The same for all files below Mail/ together.",
        },
        Example {
            command: r#"urlsift info --json Mail/ attic.zip notes.txt | jq -r 'select(.kind == "text").path'"#,
            purpose: "The files that hold no messages.",
        },
        Example {
            command: "urlsift info --doubtful Mail/inbox",
            purpose: "The byte at which each message begins that may be none.",
        },
    ],
    notes: &[
        "Of each input: its kind, by its content; its bytes; its messages; their parts, those that \
         hold others included, by type and transfer encoding, the most frequent first. A boundary is \
         doubtful if no header follows its `From ` line. What there is none of is left out. Of several \
         inputs, there is a total.",
        "The kinds: mboxo, mboxrd, mboxcl, mboxcl2 (mailboxes with `From ` lines; mboxrd only with \
         --as), mmdf, rnews, nntp, message (one message), text (no messages).",
    ],
    statuses: &[(0, "if all was read"), (2, "after an error")],
    variables: &[NO_COLOR, TERM, TMPDIR],
};

pub(super) const SPLIT: Page = Page {
    examples: &[
        Example {
            command: "urlsift split letters.mbox",
            purpose: "Where the first message begins that is 128 MiB behind the one before.",
        },
        Example {
            command: r#"urlsift split --size 2K letters.mbox | jq -r '"\(.start):\(.end // "")"' |
  xargs -n 1 urlsift list letters.mbox --range"#,
            purpose: "The same as `urlsift list letters.mbox`, range by range; `parallel -k` does several at once.",
        },
    ],
    notes: &[
        "Each line is a JSON object with path, start and end, such as \
         {\"path\":\"a.mbox\",\"start\":134219021,\"end\":201339412}, for --range START:END of `list` and \
         `grep`. Nothing is lost between two ranges, and nothing is found twice. A range begins with a \
         message, in a text behind an empty line. What cannot be cut has one range: a single message, \
         nntp, what is packed, what is no file; of the last two, nobody knows the end. A file is not read \
         but around the places where it is cut.",
    ],
    statuses: &[(0, "if all could be looked at"), (2, "after an error")],
    variables: &[],
};

pub(super) const PICK: Page = Page {
    examples: &[
        Example {
            command: "urlsift pick Mail/saved/1",
            purpose: "The links of a message; Enter opens one, ? tells all keys.",
        },
        Example {
            command: "urlsift pick --open 'lynx -accept_all_cookies' Mail/saved/1",
            purpose: "The same, opened with lynx.",
        },
        Example {
            command: "urlsift pick --print Mail/gopher-l >chosen",
            purpose: "Those that are marked with Space, one a line.",
        },
        Example {
            command: "urlsift pick --print-all --in body <Mail/saved/1",
            purpose: "All of them, as `list` prints them.",
        },
    ],
    notes: &[
        "What a mail reader pipes in is read as `list` reads it, the screen is drawn on the terminal \
         (/dev/tty), and the terminal is left as it was. Several links with the same URL in a message are \
         shown once. Without a terminal, or with TERM=dumb, all URLs are printed.",
        "Links are opened with what BROWSER names: commands with colons in between, of which the first \
         that can be started is taken, %s in one standing for the URL; without it xdg-open, \
         sensible-browser or www-browser. No shell is called, and what is no visible ASCII is \
         percent-encoded. A reference whose base is not known is not opened.",
        "At most about 64 MiB of links are kept, with the text around them. What an archive holds beyond \
         that is not shown, which is said.",
    ],
    statuses: &[
        (0, "if links were shown, or with --print printed"),
        (1, "if there were none"),
        (2, "after an error"),
    ],
    variables: &[BROWSER, NO_COLOR, TERM, TMPDIR],
};

const SEARCH: &[(u8, &str)] = &[
    (0, "if a URL was selected"),
    (1, "if none was"),
    (2, "after an error"),
];

const OPTS: Variable = Variable {
    name: "URLSIFT_OPTS",
    meaning: "Flags of list and grep, as a shell would take them. They stand in front of those that are \
              given, which override them.",
};

const BROWSER: Variable = Variable {
    name: "BROWSER",
    meaning: "What pick opens links with, unless --open says it.",
};

const NO_COLOR: Variable = Variable {
    name: "NO_COLOR",
    meaning: "If it is set and not empty, nothing is coloured, unless --color=always asks for it.",
};

const TERM: Variable = Variable {
    name: "TERM",
    meaning: "If it is dumb, nothing is coloured, and no line says how far a search has come.",
};

const TMPDIR: Variable = Variable {
    name: "TMPDIR",
    meaning: "Where a zip that comes through a pipe, or lies in another file, is copied to; by default \
              /tmp. The copy has no name and is gone with the program.",
};
