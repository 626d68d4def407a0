//! `info`: prints the kind of each input and statistics about it.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift_search::{
    ArchiveStats, Error, Format, Input, InspectEvent, Inspector, archive::ArchiveWarning,
};

use crate::{
    options::{InfoOptions, InfoShow},
    report::{
        container::Container,
        json::{self, archive_stats, container},
        table::{Table, Total},
    },
    term::interrupt,
    term::{
        exit::Exit,
        output::{Output, Stop},
    },
};

/// Runs `info`.
pub(crate) fn run(options: &InfoOptions) -> Exit {
    let mut info = Info {
        options,
        table: Table::new(options.painter),
        output: Output::new(&options.streams),
        total: Total::default(),
        failed: false,
    };
    let end = info.inspect_all().and_then(|()| info.finish());
    let failed = info.output.has_failed(end) || info.failed;
    interrupt::exit_or_signal(Exit::Selected.or_error(failed))
}

struct Info<'i> {
    options: &'i InfoOptions,
    table: Table,
    output: Output,
    total: Total,
    failed: bool,
}

impl Info<'_> {
    fn inspect_all(&mut self) -> Result<(), Stop> {
        let mut inspector = Inspector::new()
            .kind(self.options.kind)
            .unpacking(self.options.unpacker.clone());
        for input in self.options.inputs() {
            match input {
                Ok(input) => self.inspect(&mut inspector, &input)?,
                Err(error) => self.fail(&error)?,
            }
            if interrupt::requested().is_some() {
                break;
            }
        }
        Ok(())
    }

    fn inspect(&mut self, inspector: &mut Inspector, input: &Input) -> Result<(), Stop> {
        let may_wait = input.may_wait();
        if may_wait {
            // Opening a FIFO waits for its writer.
            self.output.flush()?;
        }
        let mut stop = None;
        let mut reporter = Reporter {
            info: self,
            file: PathBuf::new(),
            may_wait,
        };
        inspector.inspect(input, &mut |event| {
            if interrupt::requested().is_some() {
                return ControlFlow::Break(());
            }
            match reporter.report(event) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    stop = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(stop) = stop {
            return Err(stop);
        }
        self.output.flush_if_full()
    }

    fn print(&mut self, path: &Path, packing: &[Format], stats: &ArchiveStats) -> Result<(), Stop> {
        let out = &mut self.output.out;
        match self.options.show {
            InfoShow::Json => archive_stats(out, path, packing, stats)?,
            InfoShow::Table => {
                if self.total.is_any() {
                    out.push(b'\n');
                }
                self.table.file(out, path, packing, stats)?;
                self.total.add(stats);
            }
            InfoShow::Doubtful => {}
        }
        self.output.flush_if_full()
    }

    fn print_container(&mut self, printed: &Container<'_>) -> Result<(), Stop> {
        let out = &mut self.output.out;
        match self.options.show {
            InfoShow::Json => container(out, printed)?,
            InfoShow::Table => {
                if self.total.is_any() {
                    out.push(b'\n');
                }
                self.table.container(out, printed)?;
                self.total.add_container(printed);
            }
            InfoShow::Doubtful => {}
        }
        self.output.flush_if_full()
    }

    /// Prints the total of several inputs.
    fn finish(&mut self) -> Result<(), Stop> {
        if self.total.is_several() && interrupt::requested().is_none() {
            self.output.out.push(b'\n');
            self.table.total(&mut self.output.out, &self.total)?;
        }
        self.output.flush()
    }

    fn fail(&mut self, error: &Error) -> Result<(), Stop> {
        self.failed = true;
        if self.options.json_errors {
            json::error(&mut self.output.out, error)?;
            return self.output.flush_if_full();
        }
        self.output.diagnose_error(error)
    }
}

/// Reports one input while it is read.
struct Reporter<'t, 'i> {
    info: &'t mut Info<'i>,
    /// The current file: the input, or a member of it.
    file: PathBuf,
    may_wait: bool,
}

impl Reporter<'_, '_> {
    fn report(&mut self, event: InspectEvent<'_>) -> Result<(), Stop> {
        let info = &mut *self.info;
        match event {
            InspectEvent::Begin(path) => {
                self.file = path.into();
                Ok(())
            }
            InspectEvent::Warning(offset, ArchiveWarning::DoubtfulBoundary) => {
                if info.options.show == InfoShow::Doubtful {
                    info.table.place(&mut info.output.out, &self.file, offset)?;
                    info.output.flush_if_full()?;
                }
                Ok(())
            }
            InspectEvent::Warning(offset, warning) => info.output.warn(&self.file, offset, warning),
            InspectEvent::File {
                path,
                packing,
                stats,
            } => info.print(path, packing, stats),
            InspectEvent::Container {
                path,
                packing,
                members,
                messages,
            } => {
                // The format of the container is the innermost layer of its members.
                let Some((&format, packing)) = packing.split_last() else {
                    return Ok(());
                };
                info.print_container(&Container {
                    path,
                    packing,
                    format,
                    members,
                    messages,
                })
            }
            InspectEvent::Error(error) => info.fail(&error),
            InspectEvent::BeforeRead if self.may_wait => info.output.flush(),
            _ => Ok(()),
        }
    }
}
