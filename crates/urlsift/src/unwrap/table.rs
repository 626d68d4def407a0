//! The table of rewriters.

use crate::unwrap::rewriter::{
    How::{
        AfterSegment, AfterStars, Base64Json, Base64Parameter, DashParameter, HtmlParameter,
        Opaque, Parameter, Runs, Segment, Underscores, WithoutScheme,
    },
    Rewriter,
};

/// The hosts of URL Defense.
const URL_DEFENSE: &[&str] = &[
    "urldefense.com",
    "urldefense.us",
    "urldefense.proofpoint.com",
];

/// The hosts of Google.
const GOOGLE: &[&str] = &[
    "google.com",
    "*.google.com",
    "www.google.??",
    "www.google.co.??",
    "www.google.com.??",
];

/// Makes the table from a row for each rewriter: its name, its hosts, its paths, and how it encodes the original.
macro_rules! rewriters {
    ($($name:literal: $hosts:expr, $paths:expr, $how:expr;)*) => {
        /// All rewriters. The first one that fits a URL decides. `cases.toml` has URLs of each.
        pub(crate) static TABLE: &[Rewriter] = &[$(Rewriter {
            name: $name,
            hosts: $hosts,
            paths: $paths,
            how: $how,
        },)*];
    };
}

rewriters! {
    "Outlook SafeLinks":
        &["*.safelinks.protection.outlook.com", "safelinks.protection.outlook.com", "*.safelinks.protection.office365.us"],
        &["/*"], Parameter(&["url"]);
    "Proofpoint URL Defense v1": URL_DEFENSE, &["/v1/url"], HtmlParameter("u");
    "Proofpoint URL Defense v2": URL_DEFENSE, &["/v2/url"], DashParameter("u");
    "Proofpoint URL Defense v3": URL_DEFENSE, &["/v3/__*"], Runs;
    "Google": GOOGLE, &["/url"], Parameter(&["q", "url"]);
    "Barracuda": &["linkprotect.cudasvc.com"], &["/url"], Parameter(&["a"]);
    "Cisco Secure Web": &["secure-web.cisco.com"], &["/*"], AfterSegment;
    "Google ads": &["googleadservices.com", "www.googleadservices.com", "google.com", "www.google.com"],
        &["/aclk", "/pagead/aclk"], Parameter(&["adurl"]);
    "Google AMP": GOOGLE, &["/amp/s/*"], WithoutScheme("https://");
    "Trend Micro": &["*.trendmicro.com"], &["/wis/clicktime/*"], Parameter(&["url"]);
    "FireEye": &["protect2.fireeye.com"], &["/url", "/v1/url"], Parameter(&["u"]);
    "Sophos": &["*.protection.sophos.com"], &["/", ""], Base64Parameter("u");
    "Symantec": &["clicktime.symantec.com"], &["/*"], Parameter(&["u"]);
    "Trustwave": &["scanmail.trustwave.com"], &["/", ""], Parameter(&["u"]);
    "ESVA": &["urlsand.esvalabs.com"], &["/", ""], Parameter(&["u"]);
    "Check Point v1": &["checkpoint.url-protection.com", "avanan.url-protection.com"], &["/v1/*"], Parameter(&["o"]);
    "Check Point v2": &["protect.checkpoint.com"], &["/v2/*"], Underscores;
    "Facebook": &["facebook.com", "*.facebook.com", "l.messenger.com"], &["/l.php"], Parameter(&["u"]);
    "Facebook": &["l.instagram.com", "l.threads.net", "l.wl.co"], &["/", "/l"], Parameter(&["u"]);
    "YouTube": &["youtube.com", "*.youtube.com"], &["/redirect"], Parameter(&["q"]);
    "Slack": &["slack-redir.net"], &["/link"], Parameter(&["url"]);
    "LinkedIn": &["linkedin.com", "*.linkedin.com"],
        &["/safety/go", "/safety/go/", "/redir/redirect", "/redir/redirect/", "/redirect"], Parameter(&["url"]);
    "Reddit": &["out.reddit.com"], &["/*"], Parameter(&["url"]);
    "Steam": &["steamcommunity.com"], &["/linkfilter", "/linkfilter/"], Parameter(&["url", "u"]);
    "VK": &["vk.com", "*.vk.com"], &["/away.php"], Parameter(&["to"]);
    "Tumblr": &["t.umblr.com"], &["/redirect"], Parameter(&["z"]);
    "DuckDuckGo": &["duckduckgo.com", "*.duckduckgo.com"], &["/l", "/l/"], Parameter(&["uddg"]);
    "GMX": &["deref-gmx.net", "deref-mail.com", "deref-mail-02.com", "deref-web.de", "deref-web-02.de"],
        &["/mail/client/*"], Parameter(&["redirectUrl"]);
    "Amazon SES": &["*.awstrack.me", "click.redditmail.com"], &["/L0/*", "/CL0/*"], Segment("");
    "Yahoo": &["rd.yahoo.com", "*.rd.yahoo.com", "*.lrd.yahoo.com", "rds.yahoo.com"], &["*"], AfterStars;
    "Yahoo search": &["r.search.yahoo.com"], &["/*"], Segment("RU=");
    "Microsoft Teams": &["statics.teams.cdn.office.net", "staticsint.teams.cdn.office.net"],
        &["/evergreen-assets/safelinks/*"], Parameter(&["url"]);
    "EdgePilot": &["link.edgepilot.com"], &["/s/*", "/x/*"], Parameter(&["u"]);
    // FortiMail also runs on hosts of its customers. They are unknown, and anybody can have the path.
    "Fortinet": &["*.fortimailcloud.com"], &["/fmlurlsvc/", "/fmlurlsvc"], Parameter(&["url"]);
    "Hornetsecurity": &["atpscan.global.hornetsecurity.com"], &["/*"], Parameter(&["u"]);
    "Google AMP": &["*.cdn.ampproject.org"], &["/c/s/*", "/i/s/*", "/v/s/*"], WithoutScheme("https://");
    "Google AMP": &["*.cdn.ampproject.org"], &["/c/*", "/i/*", "/v/*"], WithoutScheme("http://");
    "Mandrill": &["mandrillapp.com"], &["/track/click.php"], Parameter(&["url"]);
    "Mandrill": &["mandrillapp.com"], &["/track/click/*"], Base64Json("p");
    "Mimecast":
        &["protect.mimecast.com", "*.protect.mimecast.com", "protect-??.mimecast.com", "*.m.mimecastprotect.com"],
        &["/*"], Opaque;
    "Mailchimp": &["*.list-manage.com", "*.list-manage1.com", "*.list-manage2.com"], &["/track/click"], Opaque;
    "SendGrid": &["*.ct.sendgrid.net", "sendgrid.net"], &["/ls/click", "/wf/click"], Opaque;
    "Intermedia": &["url.emailprotection.link"], &["/*"], Opaque;
}
