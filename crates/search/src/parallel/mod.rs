//! Searches with several threads and keeps the order of the inputs.
//!
//! One thread goes through the inputs (`reading`). Small files become tasks, several at a time; a large file is cut
//! into segments (`segment`) by its length alone, each a task; a stream is written to a
//! [`StreamBuffer`](crate::stream_buffer::StreamBuffer), whose segments are read in the same way. A large compressed
//! file is a task, too; a lone one is a stream. The `workers` run the tasks in the order in which they were begun, and
//! each sends its results, chunk by chunk, over a separate channel (`task`, `chunk_writer`, `task_sender`). The
//! caller's thread collects the chunks of one task after another (`reorder`), has them rendered on any thread
//! (`render`) and writes them. The chunks between it and the other threads are bounded (`backpressure`): a thread whose
//! chunk exceeds the bound waits; the first task has a reserve. The task of a large compressed file may be 8 MiB ahead
//! of the first task, which may take as long. Chunks are boxed, so that the driver is compiled once for all types of
//! them (`chunk`).
//!
//! If no more is wanted of a stream, the thread that reads it may be blocked forever. The caller's thread then searches
//! the remaining inputs.
//!
//! If the system provides fewer threads than requested, or limits open files, fewer threads search. If it does not
//! provide even two, the caller's thread does everything (`alone`).
//!
//! The start of a segment is a guess: the first position that looks like the start of a message. A segment ends where
//! the next message begins, wherever that is, so the end of one segment verifies the start of the next. The guess is
//! almost always right: it can only fail in an archive whose messages declare their lengths and contain text that
//! looks like a message. Then the results of the segment are discarded, and it is read again from its first message.

mod alone;
mod backpressure;
mod chunk;
pub(crate) mod chunk_writer;
pub(crate) mod collector;
pub(crate) mod driver;
mod open_files;
pub(crate) mod pages;
mod panics;
mod reading;
mod render;
mod reorder;
mod segment;
mod task;
mod task_sender;
mod workers;
