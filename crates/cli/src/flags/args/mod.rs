//! The flags of each command, as clap parses them. `resolve` turns them into options.

mod check;
mod cli;
mod compatibility;
mod display;
mod filters;
mod generate;
mod harvest;
mod info;
mod input;
mod matching;
mod output;
mod pick;
mod reading;
mod recognition;
mod records;
mod sandbox;
mod split;
mod values;

pub(crate) use check::Check;
pub(crate) use cli::{Cli, Command, Grep, List, NamedCommand, SearchFlags};
pub(crate) use compatibility::CompatibilityFlags;
pub(crate) use display::{Color, ColorFlag, DisplayFlags, Hyperlink};
pub(crate) use filters::FilterFlags;
pub(crate) use generate::Document;
pub(crate) use harvest::{Harvest, HarvestSearchFlags, OutputFormat};
pub(crate) use info::Info;
pub(crate) use input::InputFlags;
pub(crate) use matching::MatchFlags;
pub(crate) use output::{OutputFlags, Progress};
pub(crate) use pick::{Pick, PickerFlags};
pub(crate) use reading::{ReadFlags, TextFlags, Texts, UnpackFlags};
pub(crate) use recognition::{FindFlags, Hyphen, RecognitionFlags};
pub(crate) use records::{RecordFlags, Unique};
pub(crate) use sandbox::{Sandbox, SandboxFlags};
pub(crate) use split::Split;
pub(crate) use values::ReadAs;
