//! By what links are compared and counted.

/// By what links are compared or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareBy {
    Url,
    Host,
}

/// Which links `--unique` leaves out because an equal one occurred before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unique {
    pub(crate) by: CompareBy,
    /// Whether only links of the same message, or of the same file without messages, are compared.
    pub(crate) in_message: bool,
}
