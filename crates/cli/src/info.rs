//! `info`: says what each input is, and how much of what it holds.

use std::{ops::ControlFlow, path::Path};

use urlsift::{Error, Input, Inputs, Survey, Surveyor, Watch, archive::Warning};

use crate::{
    exit::Exit,
    interrupt,
    output::{Output, Stop},
    plan::{SurveyShow, Surveys},
    report::{Table, Total, surveyed},
    run::may_wait,
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
        let mut surveyor = Surveyor::new().kind(self.plan.kind);
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
        let may_wait = may_wait(input);
        if may_wait {
            // Opening a FIFO waits for its writer.
            self.output.flush()?;
        }
        interrupt::may_wait(may_wait);
        let mut told = Told {
            show: self.plan.show,
            table: self.table,
            path: input.path(),
            may_wait,
            output: &mut self.output,
            stop: None,
        };
        let mut survey = Survey::default();
        let result = surveyor.survey_input(input, &mut survey, &mut told);
        if let Some(stop) = told.stop {
            return Err(stop);
        }
        if interrupt::asked().is_some() {
            return Ok(());
        }
        interrupt::may_wait(false);
        match result {
            Ok(()) => self.print(input.path(), &survey),
            Err(error) => {
                // What could not even be opened holds nothing.
                if error.offset().is_some() {
                    self.print(input.path(), &survey)?;
                }
                self.fail(&error)
            }
        }
    }

    fn print(&mut self, path: &Path, survey: &Survey) -> Result<(), Stop> {
        let out = &mut self.output.out;
        match self.plan.show {
            SurveyShow::Json => surveyed(out, path, survey)?,
            SurveyShow::Table => {
                if self.total.inputs > 0 {
                    out.push(b'\n');
                }
                self.table.input(out, path, survey)?;
                self.total.add(survey);
            }
            SurveyShow::Doubtful => {}
        }
        self.output.flush_if_full()
    }

    /// What comes behind the last input.
    fn end(&mut self) -> Result<(), Stop> {
        if self.total.inputs > 1 && interrupt::asked().is_none() {
            self.output.out.push(b'\n');
            self.table.total(&mut self.output.out, &self.total)?;
        }
        self.output.flush()
    }

    fn fail(&mut self, error: &Error) -> Result<(), Stop> {
        self.failed = true;
        self.output.complain(error.path(), error)
    }
}

/// Is told of one input while it is read.
struct Told<'t> {
    show: SurveyShow,
    table: Table,
    path: &'t Path,
    may_wait: bool,
    output: &'t mut Output,
    stop: Option<Stop>,
}

impl Told<'_> {
    fn tell(&mut self, offset: u64, warning: Warning) -> Result<(), Stop> {
        if warning != Warning::DoubtfulBoundary {
            return self.output.warn(self.path, offset, warning);
        }
        if self.show == SurveyShow::Doubtful {
            let out = &mut self.output.out;
            self.table.place(out, self.path, offset)?;
            self.output.flush_if_full()?;
        }
        Ok(())
    }
}

impl Watch for Told<'_> {
    fn warning(&mut self, offset: u64, warning: Warning) {
        if self.stop.is_none() {
            self.stop = self.tell(offset, warning).err();
        }
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        if self.may_wait && self.stop.is_none() {
            self.stop = self.output.flush().err();
        }
        if self.stop.is_some() || interrupt::asked().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
