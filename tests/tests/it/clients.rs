//! The texts of `corpus/clients`: the links that the crate finds. The tests of the command, of the C library and of the
//! packages for JavaScript and Python read the same texts.

use urlsift::Conformance;
use urlsift_tests::clients;

#[test]
fn tricky_texts() {
    for text in clients::tricky() {
        let links = urlsift::text(&text.text).links();
        let urls: Vec<_> = links
            .filter(|link| link.conformance().reaches(Conformance::Whatwg))
            .map(|link| link.url().to_owned())
            .collect();
        assert_eq!(urls, text.found(), "{}", text.name);
    }
}
