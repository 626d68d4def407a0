//! Asserts that the schema enumerates the names that the libraries define.

use std::collections::BTreeSet;

use urlsift_search::{
    CandidateWarning, Conformance, Delimiter, Error, Format, Kind, Reason, Repair,
    rfc1738::{Code, Rule, UrlWarning},
};

use super::definition::Schema;

/// Returns the names of all values.
fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> BTreeSet<String> {
    all.iter().map(|&one| name(one).to_owned()).collect()
}

#[test]
fn schema_enumerations_match_the_libraries() {
    let schema = Schema::read();
    let codes = |pointer: &str| -> BTreeSet<String> {
        let codes = schema.text["$defs"].pointer(pointer).expect(pointer);
        let codes = codes.as_array().expect(pointer).iter();
        codes
            .map(|code| code.as_str().expect(pointer).to_owned())
            .collect()
    };
    let candidate_codes = names(CandidateWarning::ALL, CandidateWarning::code);
    let url_codes = names(UrlWarning::ALL, UrlWarning::code);
    assert_eq!(
        codes("/judgement/properties/warnings/items/enum"),
        url_codes
    );
    let both = &candidate_codes | &url_codes;
    assert_eq!(codes("/link/properties/warnings/items/enum"), both);
    assert_eq!(
        codes("/problem/properties/code/enum"),
        names(Code::ALL, Code::name)
    );
    assert_eq!(
        codes("/problem/properties/rule/enum"),
        names(Rule::ALL, Rule::name)
    );
    assert_eq!(
        codes("/level/enum"),
        names(Conformance::ALL, Conformance::name)
    );
    assert_eq!(
        codes("/delimiter/enum"),
        names(Delimiter::EVERY, Delimiter::name)
    );
    assert_eq!(codes("/reason/enum"), names(Reason::ALL, Reason::code));
    let error_codes = Error::CODES.iter().map(|&code| code.to_owned()).collect();
    assert_eq!(
        codes("/error/properties/error/properties/code/enum"),
        error_codes
    );
    assert_eq!(
        codes("/guess/properties/why/enum"),
        names(Repair::ALL, Repair::name)
    );
    assert_eq!(
        codes("/file/properties/kind/enum"),
        names(Kind::ALL, Kind::name)
    );
    assert_eq!(
        codes("/packing/items/enum"),
        names(Format::ALL, Format::name)
    );
    for (list, enumeration) in [
        ("urls_by_conformance", "level"),
        ("hidden_by_conformance", "level"),
        ("rejected_by_reason", "reason"),
    ] {
        let summary = &schema.text["$defs"]["summary"]["properties"]["summary"];
        let counts = &summary["properties"][list]["properties"];
        let counts: BTreeSet<_> = counts.as_object().expect(list).keys().cloned().collect();
        let mut all = codes(&format!("/{enumeration}/enum"));
        if list == "hidden_by_conformance" {
            // A URL that conforms to it is never hidden.
            assert!(all.remove("rfc1738"));
        }
        assert_eq!(counts, all);
    }
}
