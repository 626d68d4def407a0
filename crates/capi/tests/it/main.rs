//! Tests of the C library: its header and its exports, and programs in C that use it.

#[cfg(unix)]
mod c_program;
#[cfg(unix)]
mod cases;
mod clients;
mod exercise;
#[cfg(target_os = "linux")]
mod exports;
mod found;
mod header;
mod hosts;
#[cfg(unix)]
mod programs;
mod support;
#[cfg(unix)]
mod tutorial;
mod units;
