//! Prints the texts of the messages in Outlook files.

use std::{
    env,
    fs::File,
    io::{self, Read, Seek, Write},
    ops::ControlFlow,
};

use urlsift_outlook::{Fault, Text, Visitor, is_message, read_msg, read_pst};

struct Print(String);

impl Visitor for Print {
    fn message(&mut self, _: &[String]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn text(&mut self, name: &[String], text: &Text<'_>) -> ControlFlow<()> {
        let mut out = io::stdout().lock();
        let written = writeln!(out, "=== {}!{}", self.0, name.join("!"))
            .and_then(|()| out.write_all(text.header()))
            .and_then(|()| out.write_all(text.bytes()))
            .and_then(|()| out.write_all(b"\n"));
        written.map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    #[expect(clippy::print_stderr, reason = "an example")]
    fn fault(&mut self, name: &[String], fault: Fault) -> ControlFlow<()> {
        eprintln!("{}!{}: {fault}", self.0, name.join("!"));
        ControlFlow::Continue(())
    }
}

fn main() -> io::Result<()> {
    for path in env::args().skip(1) {
        let mut file = File::open(&path)?;
        let mut print = Print(path);
        let mut start = [0; 4];
        file.read_exact(&mut start)?;
        file.rewind()?;
        let end = if &start == b"!BDN" {
            read_pst(file, &mut print)
        } else if is_message(&file).unwrap_or(false) {
            read_msg(file, &mut print)
        } else {
            continue;
        };
        if end.is_break() {
            break;
        }
    }
    Ok(())
}
