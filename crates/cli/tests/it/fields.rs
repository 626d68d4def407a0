//! `--fields`: only some fields of the JSON and of tables.

use crate::support::{
    dir_with,
    mailbox::{assert_thread_independent, large_mailbox},
    run, run_with,
};

/// A message with a link in its header and one in its body.
const MBOX: &str = "From a@b.example Mon Jan 30 09:12:04 1995\n\
     Subject: a, b\nX-Url: <http://h.example/>\n\n<URL:ftp://u:p@f.example:21/~x-\ny>\n";

#[test]
fn json_has_only_these_fields_in_its_own_order() {
    let json = |fields: &str| run_with(&["list", "--json", "--fields", fields], MBOX.as_bytes());
    json("path,url").gives(
        0,
        "{\"url\":\"http://h.example/\",\"path\":\"-\"}\n\
         {\"url\":\"ftp://u:p@f.example:21/~x-y\",\"path\":\"-\"}\n",
    );
    json("port,line,column,message.index,message.subject").gives(
        0,
        "{\"line\":3,\"column\":8,\"message\":{\"index\":0,\"subject\":\"a, b\"}}\n\
         {\"port\":21,\"line\":5,\"column\":1,\"message\":{\"index\":0,\"subject\":\"a, b\"}}\n",
    );
    json("joins,best").gives(
        0,
        "{\"joins\":[]}\n{\"joins\":[{\"url_at\":26,\"dropped\":[\"break\"],\"hyphen\":true}]}\n",
    );
    json("message.header").gives(
        0,
        "{\"message\":{\"header\":\"X-Url\"}}\n{\"message\":{}}\n",
    );
    json("base").gives(0, "{}\n{}\n");
    // A table's names for the same fields.
    let by_column = json("message_id,subject,type");
    let by_field = json("message.id,message.subject,message.type");
    assert_eq!(by_column.out(), by_field.out());
    // The message as a whole is all of its fields.
    let all = json(
        "message.header,message.index,message.offset,message.subject,message.part,message.type",
    );
    assert_eq!(json("message").out(), all.out());
}

#[test]
fn what_belongs_to_a_field_comes_with_it() {
    let list = ["list", "--json", "--conforms=none", "--fields"];
    let json = |fields: &str, text: &[u8]| run_with(&[&list[..], &[fields]].concat(), text);
    let of_bytes = [
        "list",
        "--as=text",
        "--json",
        "--conforms=none",
        "--fields=host,url",
    ];
    run_with(&of_bytes, b"<http://\xe9/>").gives(
        0,
        "{\"url\":\"http://\u{fffd}/\",\"url_base64\":\"aHR0cDovL+kv\",\
         \"host\":\"\u{fffd}\",\"host_base64\":\"6Q==\"}\n",
    );
    let many = format!("<http://a.example/{}>", "~a".repeat(1001));
    let problems = json("problems", many.as_bytes());
    assert!(
        problems.out().ends_with("],\"problems_left_out\":1}\n"),
        "{}",
        problems.out()
    );
    let mbox = format!(
        "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: {0}\nSubject: {0}\n\n<news:a>\n",
        "x".repeat(5000)
    );
    let from = json("message.from,message.id", mbox.as_bytes());
    assert!(
        from.out().ends_with("x\",\"truncated\":[\"from\"]}}\n"),
        "{}",
        from.out()
    );
    json("message.id", mbox.as_bytes()).gives(0, "{\"message\":{}}\n");
}

#[test]
fn threads_and_repetitions_change_nothing() {
    let dir = dir_with(&[("large_mailbox", large_mailbox().as_str()), ("small", MBOX)]);
    for fields in ["line,url,message.index", "url", "column,message.subject"] {
        for flags in [
            &["list", "--json", "--fields", fields][..],
            &["list", "--json", "--rejected", "--fields", fields],
            &["list", "--csv", "--unique", "--fields", fields],
            &["list", "--tsv", "-m3", "--fields", fields],
        ] {
            assert_thread_independent(
                dir.path(),
                flags,
                &["large_mailbox", "small", "large_mailbox"],
            );
        }
    }
}

/// A completion or a typing error names what there is.
#[test]
fn completions_have_the_names() {
    let zsh = run(&["--generate", "complete-zsh"]);
    assert!(zsh.out().contains("quote_depth"), "{}", zsh.out());
}
