//! Measures the `urlsift` command, process by process, against the limit; see `README.md`.

mod goals;

use std::{
    env, fs,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use urlsift_benches::{
    Error,
    flags::Flags,
    inputs::{self, Input},
    limit, machine,
    measure::{Bench, Reading},
    packed::{self, Form, Plain},
    parser,
    peers::Peers,
    process::How,
    report::Table,
    runs,
};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nobody left to tell if this fails, too.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Error> {
    let args: Vec<String> = env::args().skip(1).collect();
    if let [mode, path] = &args[..] {
        let alone = match mode.as_str() {
            limit::MODE => Some(limit::run as fn(&Path) -> Result<String, Error>),
            limit::MODE_OF_TWO => Some(limit::run_by_two as fn(&Path) -> Result<String, Error>),
            packed::MODE => Some(packed::run as fn(&Path) -> Result<String, Error>),
            parser::MODE => Some(parser::run as fn(&Path) -> Result<String, Error>),
            _ => None,
        };
        if let Some(run) = alone {
            writeln!(io::stdout(), "{}", run(Path::new(path))?)?;
            return Ok(());
        }
    }
    let flags = Flags::parse(args)?;
    if !flags.bench {
        // `cargo test --benches` runs this, too, and wants nothing measured.
        return Ok(());
    }
    let bench = Bench::new(&flags)?;
    let peers = Peers::find(&flags);
    let all = inputs::all(&flags)?;
    let mut tables = goals::measure(&bench, &flags, &all, &peers)?;
    if !flags.goals {
        tables.extend(measure_inputs(&bench, &flags, &all)?);
    }
    tables.push(measure_packed(&bench, &flags, &all)?);
    tables.push(measure_runs(&bench, &flags)?);
    if !flags.goals {
        tables.push(measure_archives(&bench, &flags)?);
    }
    let tables: Vec<String> = tables
        .iter()
        .filter(|table| !table.is_empty())
        .map(ToString::to_string)
        .collect();
    if tables.is_empty() {
        let name = flags.only.unwrap_or_default();
        return Err(format!("there is no input or run named {name:?}").into());
    }
    let versions = format!("{}, {}", bench.version(), peers.describe());
    let tables = format!("{versions}\n\n{}", tables.join("\n"));
    write!(io::stdout(), "\n{tables}")?;
    if let Some(path) = &flags.save {
        let date = flags.date.map_or(String::new(), |date| format!(", {date}"));
        fs::write(path, format!("{}{date}\n{tables}", machine::describe()))?;
    }
    Ok(())
}

/// Each input as one text, and those that are archives as messages, too.
fn measure_inputs(bench: &Bench, flags: &Flags, inputs: &[Input]) -> Result<[Table; 2], Error> {
    let (mut texts, mut messages) = (Table::of_inputs(), Table::of_messages());
    for input in inputs.iter().filter(|input| flags.wants(input.name)) {
        tell(input.name)?;
        texts.add_input(input, &bench.input(input, flags.times(11))?);
        if input.as_messages.is_some() {
            tell(&format!("{} as messages", input.name))?;
            messages.add_messages(input, &bench.messages(input, flags.times(11))?);
        }
    }
    Ok([texts, messages])
}

/// Those inputs that are packed, in each form.
fn measure_packed(bench: &Bench, flags: &Flags, inputs: &[Input]) -> Result<Table, Error> {
    let mut table = Table::of_packed();
    for input in inputs {
        let Some(plain) = Plain::of(input)? else {
            continue;
        };
        for form in Form::ALL {
            let name = plain.name_in(form);
            if flags.wants(plain.name) || flags.wants(&name) {
                tell(&name)?;
                table.add_packed(&plain, form, &bench.packed(&plain, form, flags.times(5))?);
            }
        }
    }
    Ok(table)
}

fn measure_runs(bench: &Bench, flags: &Flags) -> Result<Table, Error> {
    let size = if flags.quick { 100_000 } else { 32_000_000 };
    let mut table = Table::of_runs();
    for text in runs::all() {
        if flags.wants(text.name()) {
            for how in [How::Path, How::Pipe] {
                tell(&format!("{} by {}", text.name(), how.name()))?;
                let scaled = bench.scale(&text, size, Reading::Text, how, flags.times(5))?;
                table.add_run(&text, how, &scaled);
            }
        }
    }
    Ok(table)
}

fn measure_archives(bench: &Bench, flags: &Flags) -> Result<Table, Error> {
    let size = if flags.quick { 100_000 } else { 8_000_000 };
    let mut table = Table::of_archives();
    for text in runs::archives() {
        if flags.wants(text.name()) {
            for how in [How::Path, How::Pipe] {
                tell(&format!("{} by {}", text.name(), how.name()))?;
                let scaled = bench.scale(&text, size, Reading::Messages, how, flags.times(3))?;
                table.add_archive(&text, how, &scaled);
            }
        }
    }
    Ok(table)
}

/// Says what is being measured, for it takes a while.
fn tell(what: &str) -> io::Result<()> {
    writeln!(io::stderr(), "measuring {what}")
}
