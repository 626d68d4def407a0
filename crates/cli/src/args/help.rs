//! What `--help` says below the flags.

pub(super) const AFTER_HELP: &str = "\
Examples:
  urlsift list letters.mbox          every delimited URL, one a line
  urlsift list -I Mail/ | sort -u    the same for all files below a directory
  urlsift grep 'ftp\\.' news/         the URLs that match, with file and line
  urlsift list --json a.mbox | jq .  with the bytes that each URL came from
  urlsift check 'http://h?q'         what is wrong with a URL, and where
  urlsift info letters.mbox          what an archive holds
  urlsift split letters.mbox         where to cut it for several machines

Files are read as what they are by their content: mailboxes, news batches,
single messages, or plain text. Bodies, headers and encoded words are decoded.
gzip, bzip2, xz, zstd, zip and tar are unpacked on the way: a.zip!b.mbox.

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.
`urlsift help list`, `help grep`, `help check`, `help info` and `help split` tell
the rest.";

pub(super) const LIST_HELP: &str = "\
Examples:
  urlsift list letters.mbox
      One URL a line, wrapped and quoted ones put together.
  urlsift list -c Mail/
      How many URLs each file below Mail/ holds.
  urlsift list --messages letters.mbox
      Under the date, sender and subject of each message.
  urlsift list --in headers letters.mbox
      Those of headers only, such as List-Unsubscribe.
  urlsift list --as mboxrd letters.mbox
      As a mailbox in which any `>From ` line was quoted.
  tail -f spool | urlsift list
      Hits are printed as they come.
  urlsift list --hyphen both rfc1738.txt
      Where a line ends in a hyphen, both readings.
  urlsift list --json a.mbox | jq -r 'select(.warnings != []) | .path, .line'
      Where URLs stand that were damaged.
  urlsift list --conforms none a.mbox
      All that stands in delimiters, whether it is a URL or not.
  urlsift list --conforms relative --base http://www.w3.org/TR/ a.txt
      Relative references, too, put together with their base.
  urlsift list --rejected a.mbox >/dev/null
      What was opened by `<URL:` or `<http:` and never closed, and why.
  urlsift list --text a.mbox
      The same bytes as a plain text in which nothing is decoded.
  urlsift list -H spool.tar.gz
      Behind the path of each member, such as spool.tar.gz!alt/1234.
  urlsift list -j 1 letters.mbox
      On one thread. By default there is one for each core; the output is the same.
  urlsift list --range 128M:256M letters.mbox
      Of the messages that begin in these bytes, for a job of its own: see `split`.
  urlsift list --progress json Mail/ >urls 2>progress
      How far it has come, a JSON object each second.

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.";

pub(super) const GREP_HELP: &str = "\
Examples:
  urlsift grep 'internic\\.net' letters.mbox
      The URLs with internic.net in them, also where a line break cuts it.
  urlsift grep -F -i -e .ps.gz -e .dvi news/
      Two fixed strings, in any case, in all files below news/.
  urlsift grep -n -v '^https?:' letters.mbox
      All but the web, with line numbers.
  urlsift grep -l gopher: Mail/ -0 | xargs -0 ls -l
      The files that mention gopher.

PATTERN is a regular expression in the syntax of https://docs.rs/regex; it is
looked for in the URL with every hyphen kept; of a relative reference whose base
is known (--base, or else its part's Content-Base or Content-Location), in what
it resolves to.

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.";

pub(super) const CHECK_HELP: &str = "\
Examples:
  urlsift check 'http://www.w3.org/~timbl'
      Points at the ~, and says what conforms to RFC 1738.
  urlsift check 'gopher://host.dom/11sel%09words'
      Its parts, and the line that a client sends.
  urlsift check --conforms rfc3986 -q \"$url\" && fetch \"$url\"
      Only the status: does it conform to RFC 3986, or better?
  urlsift list -I Mail/ | urlsift check --json
      One JSON object for each URL of a mailbox.

Every line of standard input is a URL, an empty one, too; at most 1 MiB long.

The levels, from strict to lax: rfc1738, rfc3986, whatwg (what browsers take),
relative (no scheme, but a relative reference by RFC 1808), none (anything).

Exit status: 0 if every URL conforms, 1 if one does not, 2 after an error.";

pub(super) const INFO_HELP: &str = "\
Examples:
  urlsift info letters.mbox
      Its kind, how many messages it holds, and of what types their parts are.
  urlsift info Mail/ | tail
      The same for all files below Mail/ together.
  urlsift info --json Mail/ | jq -r 'select(.kind == \"text\") | .path'
      The files below Mail/ that hold no messages.
  urlsift info --doubtful letters.mbox
      The byte at which each message begins that may be none.

Of each input: its kind, by its content; its bytes; its messages; their parts,
those that hold others included, by type and transfer encoding, the most
frequent first. A boundary is doubtful if no header follows its `From ` line.
What there is none of is left out. Of several inputs, there is a total.

The kinds: mboxo, mboxrd, mboxcl, mboxcl2 (mailboxes with `From ` lines; mboxrd
only with --as), mmdf, rnews, nntp, message (one message), text (no messages).

Exit status: 0 if all was read, 2 after an error.";

pub(super) const SPLIT_HELP: &str = "\
Examples:
  urlsift split letters.mbox
      Where the first message begins that is 128 MiB behind the one before.
  urlsift split --size 1G letters.mbox | jq -r '\"\\(.start):\\(.end // \"\")\"' |
    parallel -k urlsift list --range {} letters.mbox
      The same as `urlsift list letters.mbox`, in as many jobs as there are ranges.

Each line is a JSON object with path, start and end, such as
  {\"path\":\"letters.mbox\",\"start\":134219021,\"end\":201339412}
for --range START:END of `list` and `grep`. Nothing is lost between two ranges, and nothing
is found twice. A range begins with a message, in a text behind an empty line. What cannot be
cut has one range: a single message, nntp, what is packed, what is no file; of the last two,
nobody knows the end. A file is not read but around the places where it is cut.

Exit status: 0 if all could be looked at, 2 after an error.";
