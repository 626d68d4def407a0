//! Many threads, and the inputs' order.
//!
//! One thread goes through the inputs (`reader`). Small files become tasks, several at a time; a large file
//! is cut into segments (`segment`) by its length alone, each a task; a stream is written to a
//! [`StreamBuffer`](crate::stream_buffer::StreamBuffer), whose segments are read in the same way. A thread
//! pool runs the tasks in the order in which they were begun, and each reports what it finds, chunk by
//! chunk, over a channel of its own (`task`, `chunk_writer`). The caller's thread collects the chunks of one
//! task after another (`reorder`), has them rendered on any thread (`render`) and writes them. What lies
//! between it and the other threads is bounded (`backpressure`): the thread that has made a chunk too many
//! waits; the first task has a reserve.
//!
//! A segment begins with what looks like its first message, and ends where the next message begins, wherever
//! that is. So the end of one segment says whether the beginning of the next was right. It almost always is:
//! only an archive whose messages state their lengths, and hold what looks like a message, can mislead. Then
//! what was found is thrown away, and the segment is read again from where its first message begins.

mod backpressure;
pub(crate) mod chunk_writer;
pub(crate) mod collector;
pub(crate) mod driver;
mod reader;
mod render;
mod reorder;
mod segment;
mod task;
