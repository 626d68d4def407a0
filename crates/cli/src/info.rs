//! `info`: says what each input is, and how much of what it holds.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use urlsift::{Error, Format, Input, Inputs, Survey, Surveyor, Watch, archive::Warning};

use crate::{
    exit::Exit,
    interrupt,
    output::{Output, Stop},
    plan::{SurveyShow, Surveys},
    report::{Container, Table, Total, container, surveyed},
};

/// Does what the flags say.
pub(crate) fn run(plan: &Surveys) -> Exit {
    let mut info = Info {
        plan,
        table: Table::new(plan.painter),
        output: Output::new(),
        total: Total::default(),
        failed: false,
    };
    let end = info.inputs().and_then(|()| info.end());
    let failed = info.output.has_failed(end) || info.failed;
    match interrupt::asked() {
        Some(exit) => exit,
        None if failed => Exit::Error,
        None => Exit::Selected,
    }
}

struct Info<'i> {
    plan: &'i Surveys,
    table: Table,
    output: Output,
    total: Total,
    failed: bool,
}

impl Info<'_> {
    fn inputs(&mut self) -> Result<(), Stop> {
        let mut surveyor = Surveyor::new()
            .kind(self.plan.kind)
            .unpacking(self.plan.unpacker.clone());
        for input in Inputs::new(self.plan.paths.iter().cloned()).follow(self.plan.follow) {
            match input {
                Ok(input) => self.input(&mut surveyor, &input)?,
                Err(error) => self.fail(&error)?,
            }
            if interrupt::asked().is_some() {
                break;
            }
        }
        Ok(())
    }

    fn input(&mut self, surveyor: &mut Surveyor, input: &Input) -> Result<(), Stop> {
        let may_wait = input.may_wait();
        if may_wait {
            // Opening a FIFO waits for its writer.
            self.output.flush()?;
        }
        let mut told = Told {
            info: self,
            file: PathBuf::new(),
            may_wait,
            stop: None,
        };
        surveyor.survey_input(input, &mut told);
        if let Some(stop) = told.stop {
            return Err(stop);
        }
        self.output.flush_if_full()
    }

    fn print(&mut self, path: &Path, survey: &Survey) -> Result<(), Stop> {
        let out = &mut self.output.out;
        match self.plan.show {
            SurveyShow::Json => surveyed(out, path, survey)?,
            SurveyShow::Table => {
                if self.total.is_any() {
                    out.push(b'\n');
                }
                self.table.file(out, path, survey)?;
                self.total.add(survey);
            }
            SurveyShow::Doubtful => {}
        }
        self.output.flush_if_full()
    }

    fn print_container(&mut self, told: &Container<'_>) -> Result<(), Stop> {
        let out = &mut self.output.out;
        match self.plan.show {
            SurveyShow::Json => container(out, told)?,
            SurveyShow::Table => {
                if self.total.is_any() {
                    out.push(b'\n');
                }
                self.table.container(out, told)?;
                self.total.add_container(told.format);
            }
            SurveyShow::Doubtful => {}
        }
        self.output.flush_if_full()
    }

    /// What comes behind the last input.
    fn end(&mut self) -> Result<(), Stop> {
        if self.total.is_several() && interrupt::asked().is_none() {
            self.output.out.push(b'\n');
            self.table.total(&mut self.output.out, &self.total)?;
        }
        self.output.flush()
    }

    fn fail(&mut self, error: &Error) -> Result<(), Stop> {
        self.failed = true;
        self.output.complain_of(error)
    }
}

/// Is told of one input while it is read.
struct Told<'t, 'i> {
    info: &'t mut Info<'i>,
    /// The file at hand: the input, or a member of it.
    file: PathBuf,
    may_wait: bool,
    stop: Option<Stop>,
}

impl<'i> Told<'_, 'i> {
    /// Says something, unless there is nobody to hear it.
    fn tell(&mut self, tell: impl FnOnce(&mut Info<'i>, &Path) -> Result<(), Stop>) {
        if self.stop.is_none() && interrupt::asked().is_none() {
            self.stop = tell(self.info, &self.file).err();
        }
    }
}

impl Watch for Told<'_, '_> {
    fn begin(&mut self, path: &Path) {
        self.file = path.into();
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.tell(|info, file| {
            if warning != Warning::DoubtfulBoundary {
                return info.output.warn(file, offset, warning);
            }
            if info.plan.show == SurveyShow::Doubtful {
                info.table.place(&mut info.output.out, file, offset)?;
                info.output.flush_if_full()?;
            }
            Ok(())
        });
    }

    fn surveyed(&mut self, path: &Path, survey: &Survey) {
        self.tell(|info, _| info.print(path, survey));
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) {
        // It is the innermost layer of its members.
        let Some((&format, packing)) = packing.split_last() else {
            return;
        };
        let told = Container {
            path,
            packing,
            format,
            members,
        };
        self.tell(|info, _| info.print_container(&told));
    }

    fn error(&mut self, error: Error) {
        self.tell(|info, _| info.fail(&error));
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        if self.may_wait {
            self.tell(|info, _| info.output.flush());
        }
        if self.stop.is_some() || interrupt::asked().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
