//! Tests for `pick`, run on a pseudoterminal.

mod display;
mod document;
mod exit;
mod hostile;
mod hosts;
mod input;
mod open;
mod selection;

use std::fs;

use crate::support::{dir_with, pty::Pty, write_script};
use tempfile::TempDir;

/// A message with one link of each kind that the picker distinguishes.
const MESSAGE: &str = "From: Ruth <ruth@library.example>
Date: Mon, 6 Nov 1995 10:00:15 +0100
Subject: Three menus
List-Unsubscribe: <mailto:menus-leave@lists.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

It is at <URL:gopher://gopher.example/11/Long-
menu>, and at <http://a.example/one>. Again: <http://a.example/one>
> and <URL:http://b.example/two
> /three>.

--b
Content-Type: text/html

<p>It is at &lt;http://a.example/one&gt;.</p>

--b--
";

/// A program that records the number of its arguments and the arguments.
const RECORDER: &str = "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" >>opened\n";

/// Returns a folder with the message and the program.
fn folder() -> TempDir {
    folder_with(&[("mail", MESSAGE.as_bytes())])
}

fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let dir = dir_with(files);
    write_script(&dir.path().join("record"), RECORDER);
    dir
}

fn pick(dir: &TempDir, line: &str) -> Pty {
    Pty::shell(dir.path(), line, &[])
}

/// Returns the recorded calls of the program, each with its number of arguments.
fn opened(dir: &TempDir) -> String {
    fs::read_to_string(dir.path().join("opened")).unwrap_or_default()
}

/// Returns the contents of a file in the folder.
fn text_of(dir: &TempDir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).expect("a file")
}
