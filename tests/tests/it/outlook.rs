//! Files of Outlook: messages in compound files, and stores.

mod hostile;
mod samples;
mod shared;
mod texts;
