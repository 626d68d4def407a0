//! `--fields`: only some fields of the JSON and of tables.

use crate::support::{run, run_with};

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

/// A completion or a typing error names what there is.
#[test]
fn completions_have_the_names() {
    let zsh = run(&["--generate", "complete-zsh"]);
    zsh.shows("quote_depth");
}
