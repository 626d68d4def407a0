//! What is counted, and by how much.

use std::ops::AddAssign;

use borsh::{BorshDeserialize, BorshSerialize};

/// What is counted by name. Under the empty name are those without one, unless it is said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(crate) enum Figure {
    /// Links by host, as in `host_ascii`.
    Host,
    /// Links by the registered domain of the host.
    Domain,
    /// Links and messages by the address of the author, or by what stands for it.
    Sender,
    /// Links by scheme.
    Scheme,
    /// Links by the strictest standard that they satisfy.
    Standard,
    /// Links by kind of delimiter.
    Delimiter,
    /// Links by warning, without those about damage.
    Warning,
    /// Links by the reason of a second guess.
    Guess,
    /// Links by kind of damage; under the empty name, all damaged links.
    Damage,
    /// Joins by kind of damage; under the empty name, all joins.
    Join,
    /// Links and messages by year, if their date is certain to be plausible; under the empty name, those without a
    /// date.
    Year,
    /// Messages with links and a date that is in [`Date`](Self::Date), by the newest date at which a message of their
    /// input was received, as [`InputDate::to_name`](super::InputDate::to_name) has it.
    Received,
    /// Links and messages by input and exact date, in the same form, if other messages decide whether the date is
    /// plausible, or it has no year.
    Date,
    /// Links by year, if the date may be plausible, and by registered domain, with a space between them.
    YearDomain,
    /// Links outside messages, under the empty name.
    Outside,
    /// Inputs by kind.
    Kind,
    /// Inputs by packing.
    Packing,
    /// Inputs by folder.
    Folder,
    /// Inputs by path.
    File,
    /// Inputs that are not complete, under the empty name.
    Incomplete,
    /// Damaged places by the code of the error.
    ErrorCode,
    /// Damaged places by path.
    ErrorFile,
}

impl Figure {
    /// All figures, in order.
    pub(crate) const ALL: [Self; 22] = [
        Self::Host,
        Self::Domain,
        Self::Sender,
        Self::Scheme,
        Self::Standard,
        Self::Delimiter,
        Self::Warning,
        Self::Guess,
        Self::Damage,
        Self::Join,
        Self::Year,
        Self::Received,
        Self::Date,
        Self::YearDomain,
        Self::Outside,
        Self::Kind,
        Self::Packing,
        Self::Folder,
        Self::File,
        Self::Incomplete,
        Self::ErrorCode,
        Self::ErrorFile,
    ];
}

/// The counts of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Amounts {
    /// The number of links, or of other items that are counted.
    pub(crate) count: u64,
    pub(crate) messages: u64,
    pub(crate) files: u64,
    pub(crate) bytes: u64,
}

impl Amounts {
    /// One item.
    pub(crate) const ONE: Self = Self {
        count: 1,
        messages: 0,
        files: 0,
        bytes: 0,
    };
}

impl AddAssign for Amounts {
    fn add_assign(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.messages = self.messages.saturating_add(other.messages);
        self.files = self.files.saturating_add(other.files);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}
