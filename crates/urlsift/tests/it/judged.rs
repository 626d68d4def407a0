//! The JSON of checked URLs, byte for byte, except for sentences whose wording may change.

use urlsift::write_judged_line;
use urlsift_rfc1738::{Base, Verdict};

fn json(url: &[u8], base: Option<Base<'_>>) -> String {
    let verdict = Verdict::of(url);
    let mut out = Vec::new();
    write_judged_line(&mut out, url, &verdict, base);
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// Returns what is before and after the sentences.
fn around_sentences(url: &[u8]) -> (String, String) {
    let json = json(url, None);
    let (before, after) = json
        .split_once(",\"explain\":[")
        .expect("there are always some");
    let (_, after) = after.split_once(']').expect("a list ends");
    (before.to_owned(), after.to_owned())
}

#[test]
fn parts_are_written_and_decoded() {
    let (before, after) = around_sentences(b"ftp://u:p@h/%2Fetc/a%20b;type=d");
    let expected = r#"{"url":"ftp://u:p@h/%2Fetc/a%20b;type=d","conforms":"rfc1738","problems":[],"warnings":["password-in-url"],"parts":{"scheme":"ftp","user":"u","password":"p","host":"h","effective_port":21,"cwds":["%2Fetc"],"name":"a%20b","ftptype":"d"},"decoded":{"cwds":["/etc"],"name":"a b"},"host_ascii":"h""#;
    assert_eq!(before, expected);
    let expected = ",\"send\":[\"USER u\",\"PASS p\",\"CWD /etc\",\"NLST a b\"]}\n";
    assert_eq!(after, expected);
}

#[test]
fn invalid_utf8_is_also_printed_in_base64() {
    let (before, after) = around_sentences(b"ftp://h/\xff/x%e9");
    let expected = r#"{"url":"ftp://h/�/x%e9","url_base64":"ZnRwOi8vaC//L3glZTk=","conforms":"whatwg","problems":[{"code":"non-ascii-character","start":8,"end":9,"rule":"fsegment"}],"warnings":[],"parts":{"scheme":"ftp","host":"h","effective_port":21,"cwds":["�"],"cwds_base64":["/w=="],"name":"x%e9"},"decoded":{"name":"x�","name_base64":"eOk="},"host_ascii":"h""#;
    assert_eq!(before, expected);
    assert!(after.starts_with(",\"explain_base64\":[\""), "{after}");
    let expected = "],\"send\":[\"USER anonymous\",\"CWD \u{fffd}\",\"RETR x\u{fffd}\"],\
        \"send_base64\":[\"VVNFUiBhbm9ueW1vdXM=\",\"Q1dEIP8=\",\"UkVUUiB46Q==\"]}\n";
    assert!(after.ends_with(expected), "{after}");
}

#[test]
fn fields_are_objects() {
    let (before, after) = around_sentences(b"PROSPERO://h//x;a%41=b%ff;c");
    let expected = r#"{"url":"PROSPERO://h//x;a%41=b%ff;c","conforms":"rfc3986","problems":[{"code":"missing-value","start":25,"end":27,"rule":"fieldspec"}],"warnings":[],"parts":{"scheme":"prospero","host":"h","effective_port":1525,"hsoname":"/x","fields":[{"name":"a%41","value":"b%ff"},{"name":"c"}]},"decoded":{"fields":[{"name":"aA","value":"b�","value_base64":"Yv8="},{"name":"c"}]},"host_ascii":"h""#;
    assert_eq!(before, expected);
    assert_eq!(after, "}\n");
}

#[test]
fn only_a_relative_reference_is_resolved() {
    let base = Base::new(b"http://h/a/\xe9").ok();
    let expected = r#"{"url":"../x","conforms":"relative","problems":[{"code":"no-scheme","start":0,"end":2,"rule":"scheme"}],"warnings":[],"parts":{},"explain":[],"base":"http://h/a/�","base_base64":"aHR0cDovL2gvYS/p","resolved":"http://h/x"}"#;
    assert_eq!(json(b"../x", base).trim_end(), expected);
    assert!(!json(b"http:x", base).contains("resolved"));
    assert!(!json(b"../x", None).contains("base"));
}
