//! A seeded generator of numbers, words and lines.

/// `SplitMix64`: the same seed gives the same inputs on every machine.
pub(crate) struct Random(u64);

const WORDS: [&str; 16] = [
    "about", "and", "archive", "bell", "for", "from", "index", "lake", "notes", "of", "old",
    "paper", "table", "the", "to", "week",
];

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The low bits of a product are the least random.
        ((mixed ^ (mixed >> 31)) >> 32) as usize % bound
    }

    pub(crate) fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn word(&mut self) -> &'static str {
        self.pick(&WORDS)
    }

    /// Returns a host of two or three labels.
    pub(crate) fn host(&mut self) -> String {
        let first = self.pick(&["www.", "ftp.", ""]);
        let top = self.pick(&["com", "edu", "org", "net", "de", "ac.uk"]);
        format!("{first}{}.{top}", self.word())
    }

    /// Returns a path of one to five segments, each with its `/`.
    pub(crate) fn path(&mut self) -> String {
        let mut path = String::new();
        for _ in 0..=self.below(5) {
            let number = self.below(100).to_string();
            path.extend(["/", self.word(), &number]);
        }
        path + self.pick(&[".html", ".txt", ".tar.gz", "/", ""])
    }

    /// Returns a line of words without any `<`.
    pub(crate) fn prose_line(&mut self) -> String {
        let mut line = self.word().to_owned();
        while line.len() < 65 {
            line.extend([" ", self.word()]);
        }
        line + "\n"
    }

    /// Returns 20 lines of prose.
    pub(crate) fn prose(&mut self) -> String {
        (0..20).map(|_| self.prose_line()).collect()
    }
}
