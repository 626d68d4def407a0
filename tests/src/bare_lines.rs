//! Random lines of text in several scripts, with bare URLs whose begin and end are known.
//!
//! A line is put together from words, URLs, and what stands before and after each URL. The URLs are therefore known
//! without a search. Only what the rules decide is generated: a URL ends in a letter, a digit, a slash or a closing
//! bracket with a partner, and what follows it either ends it or is no part of it.

/// A line of text.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line, without a line break.
    pub text: String,
    /// The URLs in it, in order.
    pub links: Vec<KnownLink>,
}

/// A URL of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownLink {
    /// The URL.
    pub url: String,
    /// What stands around it, for people.
    pub surroundings: &'static str,
}

/// The words and the punctuation of a script, separated by spaces.
struct Script {
    words: &'static str,
    /// Punctuation that ends a URL; a word may follow it directly.
    punctuation: &'static str,
    /// What stands between words.
    blank: &'static str,
}

const fn script(words: &'static str, punctuation: &'static str, blank: &'static str) -> Script {
    Script {
        words,
        punctuation,
        blank,
    }
}

const SCRIPTS: &[Script] = &[
    script("straße café naïve señor grön çelik about", "… →", " "),
    script("γεια κόσμε σελίδα привет страница книга", "… ■", " "),
    script("مرحبا كتاب صفحة موقع سلام", "… │", " "),
    script("שלום ספר דף אתר", "… □", " "),
    script("नमस्ते किताब पन्ना हिन्दी", "… ▲", " "),
    script("请看 页面 谢谢 文章 再见", "， 。 、 ； ！ ？ ：", ""),
    script("東京 ページ 記事 見る カナ", "、 。 ！ ？ ～", ""),
    script("สวัสดี หน้า หนังสือ 안녕 책 페이지", "… ｜", " "),
];

/// Spaces, tabs and invisible characters: none is part of a URL.
const BLANKS: &[&str] = &[
    " ", "\t", "\u{a0}", "\u{1680}", "\u{2003}", "\u{2009}", "\u{202f}", "\u{205f}", "\u{3000}",
];
const INVISIBLE: &[&str] = &[
    "\u{200b}", "\u{2060}", "\u{feff}", "\u{200e}", "\u{200f}", "\u{61c}", "\u{202c}", "\u{2069}",
    "\u{2028}", "\u{2029}", "\u{85}", "\u{7f}",
];
const SENTENCE: &str = ". , ; : ! ? ... ?! !! .,";
const ENTITIES: &str = "&gt; &lt; &quot; &nbsp; &#39;";
const GLUED: &str = "Ltd. haha 1 @ [32m a.example \u{2014} B";
const EMPHASIS: &str = "_ * ~ | ** __ ~~";
// `„` and `“` are left out: the latter would also open the quotation marks in a URL.
const QUOTES: &str = "\"\" '' “” ‘’ «» ‹› 「」 『』 ⟨⟩";
const BRACKETS: &str = "() [] {} （） 【】 〔〕 《》";

/// A seeded generator of lines: the same seed gives the same lines on every machine.
#[derive(Clone, Debug)]
pub struct Lines(u64);

impl Lines {
    /// Returns a generator.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound` (`SplitMix64`).
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn word(&mut self, from: &'static str) -> &'static str {
        let words: Vec<_> = from.split(' ').collect();
        self.pick(&words)
    }

    /// Returns one of several pairs of characters.
    fn pair(&mut self, from: &'static str) -> (&'static str, &'static str) {
        let pair = self.word(from);
        let (close, _) = pair.char_indices().nth(1).expect("two characters");
        pair.split_at(close)
    }

    /// Returns one of several texts, or, as often as not, an empty one.
    fn maybe(&mut self, from: &[&'static str]) -> &'static str {
        if self.below(2) == 0 {
            ""
        } else {
            self.pick(from)
        }
    }

    fn line(&mut self) -> Line {
        let script = &SCRIPTS[self.below(SCRIPTS.len())];
        // A first word keeps marks before a URL from being a quote prefix.
        let mut line = Line {
            text: format!("{} ", self.word(script.words)),
            links: Vec::new(),
        };
        for _ in 0..=self.below(3) {
            for _ in 0..self.below(3) {
                line.text += self.word(script.words);
                line.text += script.blank;
            }
            let url = self.url(script);
            self.surround(script, &url, &mut line);
            line.text += self.word(script.words);
            line.text += " ";
        }
        line
    }

    /// Appends a URL with something around it. A word may follow directly.
    fn surround(&mut self, script: &Script, url: &str, line: &mut Line) {
        let mut links = 1;
        let (before, after, surroundings) = match self.below(11) {
            0 => ("", self.pick(BLANKS).to_owned(), "blank"),
            1 => ("", self.pick(INVISIBLE).to_owned(), "invisible"),
            2 => (
                "",
                self.word(script.punctuation).to_owned(),
                "punctuation of the script",
            ),
            3 => ("", self.word(SENTENCE).to_owned() + " ", "sentence"),
            4 => ("", self.word(ENTITIES).to_owned(), "entity"),
            5 => (self.word(GLUED), " ".to_owned(), "glued before"),
            6 => {
                let mark = self.word(EMPHASIS);
                (mark, format!("{mark} "), "emphasis")
            }
            7 => {
                let (open, close) = self.pair(QUOTES);
                (open, format!("{close} "), "quotation")
            }
            8 => {
                let (open, close) = self.pair(BRACKETS);
                let stop = self.maybe(&[".", ",", "。", "!"]);
                (open, format!("{close}{stop} "), "brackets")
            }
            9 => {
                links = 2;
                let (open, close) = self.pair("[] () <>");
                (
                    "",
                    format!("{open}{url}{close} "),
                    "URL in brackets after it",
                )
            }
            _ => {
                // The word stands directly before the scheme.
                let word = self.word(script.words);
                let is_ascii = word.is_ascii();
                (
                    if is_ascii { "" } else { word },
                    " ".to_owned(),
                    "word before",
                )
            }
        };
        line.text.extend([before, url, &after]);
        for _ in 0..links {
            line.links.push(KnownLink {
                url: url.to_owned(),
                surroundings,
            });
        }
    }

    fn url(&mut self, script: &Script) -> String {
        let scheme = self.pick(&["http", "https", "ftp", "HTTP"]);
        let login = if self.below(8) == 0 {
            self.pick(&["me@", "u:p@", "me%40b.example:pw@"])
        } else {
            ""
        };
        let host = match self.below(8) {
            0 => format!("{}.example", self.word(script.words)),
            1 => format!("www.{}.example", self.word(script.words)),
            2 => self
                .pick(&["[::1]", "[2001:db8::a]", "127.0.0.1", "localhost"])
                .to_owned(),
            3 => self
                .pick(&["my_host.example", "a.example.", "x-1.example"])
                .to_owned(),
            _ => self
                .pick(&["a.example", "www.b.example", "c.d.example"])
                .to_owned(),
        };
        let port = if self.below(6) == 0 { ":8080" } else { "" };
        let tail = self.tail(script);
        // A dot at the end of a URL would end a sentence.
        let tail = if tail.is_empty() && host.ends_with('.') {
            "/".to_owned()
        } else {
            tail
        };
        format!("{scheme}://{login}{host}{port}{tail}")
    }

    /// Returns what follows the host.
    fn tail(&mut self, script: &Script) -> String {
        let mut tail = String::new();
        if self.below(5) == 0 {
            return tail;
        }
        for _ in 0..self.below(4) {
            tail.push('/');
            tail += &self.segment(script);
        }
        tail += self.maybe(&["/", "/x.html", "/~me/a-b_c"]);
        if self.below(4) == 0 {
            let word = self.word(script.words);
            let number = self.below(100).to_string();
            tail.extend(["?q=", word, "&n=", &number]);
        }
        if self.below(4) == 0 {
            tail += self.pick(&["#top", "#!/a/b", "#sec-1.2"]);
        }
        tail
    }

    fn segment(&mut self, script: &Script) -> String {
        let (one, two) = (self.word(script.words), self.word(script.words));
        match self.below(9) {
            0 | 1 => one.to_owned(),
            2 => format!("a{}", self.below(1000)),
            3 => "x%20y,z;v=1".to_owned(),
            4 => format!("A_({one})"),
            5 => format!("{one}（{two}）"),
            6 => format!("{one}“{two}”{one}"),
            7 => format!("{one}–{two}"),
            _ => format!("{one}-{two}.html"),
        }
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        Some(self.line())
    }
}
