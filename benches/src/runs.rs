//! Texts that ask for more than linear time, or for memory, of a scanner that is careless.

use crate::text::Text;

/// The most bytes of a candidate unless the caller says otherwise. What a scanner keeps, and what it
/// may have to pass over again, is bounded by this; so most runs here fill it.
const MAX_LEN: usize = 8192;

/// All of them. Each is a run of one thing, as long as it is asked for.
#[must_use]
pub fn all() -> Vec<Text> {
    vec![
        // Each opener abandons the one before it.
        Text::new("nested-openers", "<http:", 0),
        Text::new("unclosed-openers", "<URL:", 0),
        Text::new("brackets", "<", 0),
        // Marks count up to 64, and the rest must not be kept.
        Text::new("long-leader", "> ", 0).ending("<http://a/>\n", 1),
        Text::new("long-line", "x", 0).ending("\n", 0),
        // All but the last are abandoned at the next opener; that one ends with the text.
        Text::new("hyphen-breaks", "<http://a/-\n", 0).ending("", 1),
        // As many breaks with two readings each as fit.
        Text::new("hyphens", filled("<http://a/", "-\nb", ">\n"), 1),
        // No `>` comes in time, and it takes the whole candidate to see that; the last one ends
        // with the text.
        Text::new("blanks", filled("<URL:http://a/", " ", ""), 0).ending("", 1),
        Text::new("endless-blanks", " ", 0).behind("<URL:http://a/"),
        // Nor is there a scheme behind the marks.
        Text::new("broken-opening", filled("<\n", "> ", "\n"), 0),
        Text::new("broken-openings", "<\n> > ", 0),
        // Unclosed, and each bracket has to be looked at from the end.
        Text::new("parentheses", filled("<http://a/", ")", "\n\n"), 1),
        // Text behind the URL, to be cut label by label.
        Text::new("labels", filled("<http://a/", " [a]", ">\n"), 1),
        // The first `>` would close it; only the last one shows that this is a quote.
        Text::new("ragged-quotes", filled("<http://a/\n", ">b\n", ">c>\n"), 1),
        // The same, but in vain: what comes last is no token, and so the first `>` stands.
        Text::new("ragged-in-vain", filled("<http://a/\n", ">b\n", "b b\n"), 1),
    ]
}

/// One candidate that is all but too long: as many of the middle as fit.
fn filled(start: &str, middle: &str, end: &str) -> String {
    // A few bytes less, lest it depend on where exactly a candidate's length ends.
    let room = MAX_LEN - 16 - start.len() - end.len();
    [start, &middle.repeat(room / middle.len()), end].concat()
}

/// All of them in turn, a short run of each.
#[must_use]
pub fn together() -> Text {
    const RUN: usize = 64 * 1024;
    let (mut block, mut hits) = (Vec::new(), 0);
    for text in all() {
        block.extend(text.bytes(RUN));
        // A blank line ends whatever is open, as the end of a text does.
        block.extend(b"\n\n");
        hits += text.hits(RUN);
    }
    Text::new("hostile.txt", block, hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hits_are_those_of_the_scanner() {
        for text in all().into_iter().chain([together()]) {
            for size in [2 * MAX_LEN, 6 * MAX_LEN] {
                let found = urlsift_scan::candidates(&text.bytes(size)).count() as u64;
                assert_eq!(found, text.hits(size), "{} of {size} bytes", text.name());
            }
        }
    }
}
