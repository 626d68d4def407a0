//! Tests of the C library: its header and its exports, and programs in C that use it.

mod cases;
mod exercise;
#[cfg(target_os = "linux")]
mod exports;
mod header;
mod programs;
mod support;
mod units;
