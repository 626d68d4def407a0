//! The table of rewriters.

use crate::unwrap::rewriter::{How, Rewriter};

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

/// All rewriters. The first one that fits a URL decides. `cases.toml` has URLs of each.
pub(crate) static TABLE: &[Rewriter] = &[
    Rewriter {
        name: "Outlook SafeLinks",
        hosts: &[
            "*.safelinks.protection.outlook.com",
            "safelinks.protection.outlook.com",
            "*.safelinks.protection.office365.us",
        ],
        paths: &["/*"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "Proofpoint URL Defense v1",
        hosts: URL_DEFENSE,
        paths: &["/v1/url"],
        how: How::HtmlParameter("u"),
    },
    Rewriter {
        name: "Proofpoint URL Defense v2",
        hosts: URL_DEFENSE,
        paths: &["/v2/url"],
        how: How::DashParameter("u"),
    },
    Rewriter {
        name: "Proofpoint URL Defense v3",
        hosts: URL_DEFENSE,
        paths: &["/v3/__*"],
        how: How::Runs,
    },
    Rewriter {
        name: "Google",
        hosts: GOOGLE,
        paths: &["/url"],
        how: How::Parameter(&["q", "url"]),
    },
    Rewriter {
        name: "Barracuda",
        hosts: &["linkprotect.cudasvc.com"],
        paths: &["/url"],
        how: How::Parameter(&["a"]),
    },
    Rewriter {
        name: "Cisco Secure Web",
        hosts: &["secure-web.cisco.com"],
        paths: &["/*"],
        how: How::AfterSegment,
    },
    Rewriter {
        name: "Google ads",
        hosts: &[
            "googleadservices.com",
            "www.googleadservices.com",
            "google.com",
            "www.google.com",
        ],
        paths: &["/aclk", "/pagead/aclk"],
        how: How::Parameter(&["adurl"]),
    },
    Rewriter {
        name: "Google AMP",
        hosts: GOOGLE,
        paths: &["/amp/s/*"],
        how: How::WithoutScheme("https://"),
    },
    Rewriter {
        name: "Trend Micro",
        hosts: &["*.trendmicro.com"],
        paths: &["/wis/clicktime/*"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "FireEye",
        hosts: &["protect2.fireeye.com"],
        paths: &["/url", "/v1/url"],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "Sophos",
        hosts: &["*.protection.sophos.com"],
        paths: &["/", ""],
        how: How::Base64Parameter("u"),
    },
    Rewriter {
        name: "Symantec",
        hosts: &["clicktime.symantec.com"],
        paths: &["/*"],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "Trustwave",
        hosts: &["scanmail.trustwave.com"],
        paths: &["/", ""],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "ESVA",
        hosts: &["urlsand.esvalabs.com"],
        paths: &["/", ""],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "Check Point v1",
        hosts: &["checkpoint.url-protection.com", "avanan.url-protection.com"],
        paths: &["/v1/*"],
        how: How::Parameter(&["o"]),
    },
    Rewriter {
        name: "Check Point v2",
        hosts: &["protect.checkpoint.com"],
        paths: &["/v2/*"],
        how: How::Underscores,
    },
    Rewriter {
        name: "Facebook",
        hosts: &["facebook.com", "*.facebook.com", "l.messenger.com"],
        paths: &["/l.php"],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "Facebook",
        hosts: &["l.instagram.com", "l.threads.net", "l.wl.co"],
        paths: &["/", "/l"],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "YouTube",
        hosts: &["youtube.com", "*.youtube.com"],
        paths: &["/redirect"],
        how: How::Parameter(&["q"]),
    },
    Rewriter {
        name: "Slack",
        hosts: &["slack-redir.net"],
        paths: &["/link"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "LinkedIn",
        hosts: &["linkedin.com", "*.linkedin.com"],
        paths: &[
            "/safety/go",
            "/safety/go/",
            "/redir/redirect",
            "/redir/redirect/",
            "/redirect",
        ],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "Reddit",
        hosts: &["out.reddit.com"],
        paths: &["/*"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "Steam",
        hosts: &["steamcommunity.com"],
        paths: &["/linkfilter", "/linkfilter/"],
        how: How::Parameter(&["url", "u"]),
    },
    Rewriter {
        name: "VK",
        hosts: &["vk.com", "*.vk.com"],
        paths: &["/away.php"],
        how: How::Parameter(&["to"]),
    },
    Rewriter {
        name: "Tumblr",
        hosts: &["t.umblr.com"],
        paths: &["/redirect"],
        how: How::Parameter(&["z"]),
    },
    Rewriter {
        name: "DuckDuckGo",
        hosts: &["duckduckgo.com", "*.duckduckgo.com"],
        paths: &["/l", "/l/"],
        how: How::Parameter(&["uddg"]),
    },
    Rewriter {
        name: "GMX",
        hosts: &[
            "deref-gmx.net",
            "deref-mail.com",
            "deref-mail-02.com",
            "deref-web.de",
            "deref-web-02.de",
        ],
        paths: &["/mail/client/*"],
        how: How::Parameter(&["redirectUrl"]),
    },
    Rewriter {
        name: "Amazon SES",
        hosts: &["*.awstrack.me", "click.redditmail.com"],
        paths: &["/L0/*", "/CL0/*"],
        how: How::Segment(""),
    },
    Rewriter {
        name: "Yahoo",
        hosts: &[
            "rd.yahoo.com",
            "*.rd.yahoo.com",
            "*.lrd.yahoo.com",
            "rds.yahoo.com",
        ],
        paths: &["*"],
        how: How::AfterStars,
    },
    Rewriter {
        name: "Yahoo search",
        hosts: &["r.search.yahoo.com"],
        paths: &["/*"],
        how: How::Segment("RU="),
    },
    Rewriter {
        name: "Microsoft Teams",
        hosts: &[
            "statics.teams.cdn.office.net",
            "staticsint.teams.cdn.office.net",
        ],
        paths: &["/evergreen-assets/safelinks/*"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "EdgePilot",
        hosts: &["link.edgepilot.com"],
        paths: &["/s/*", "/x/*"],
        how: How::Parameter(&["u"]),
    },
    // FortiMail also runs on hosts of its customers. They are unknown, and anybody can have the path.
    Rewriter {
        name: "Fortinet",
        hosts: &["*.fortimailcloud.com"],
        paths: &["/fmlurlsvc/", "/fmlurlsvc"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "Hornetsecurity",
        hosts: &["atpscan.global.hornetsecurity.com"],
        paths: &["/*"],
        how: How::Parameter(&["u"]),
    },
    Rewriter {
        name: "Google AMP",
        hosts: &["*.cdn.ampproject.org"],
        paths: &["/c/s/*", "/i/s/*", "/v/s/*"],
        how: How::WithoutScheme("https://"),
    },
    Rewriter {
        name: "Google AMP",
        hosts: &["*.cdn.ampproject.org"],
        paths: &["/c/*", "/i/*", "/v/*"],
        how: How::WithoutScheme("http://"),
    },
    Rewriter {
        name: "Mandrill",
        hosts: &["mandrillapp.com"],
        paths: &["/track/click.php"],
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "Mandrill",
        hosts: &["mandrillapp.com"],
        paths: &["/track/click/*"],
        how: How::Base64Json("p"),
    },
    Rewriter {
        name: "Mimecast",
        hosts: &[
            "protect.mimecast.com",
            "*.protect.mimecast.com",
            "protect-??.mimecast.com",
            "*.m.mimecastprotect.com",
        ],
        paths: &["/*"],
        how: How::Opaque,
    },
    Rewriter {
        name: "Mailchimp",
        hosts: &[
            "*.list-manage.com",
            "*.list-manage1.com",
            "*.list-manage2.com",
        ],
        paths: &["/track/click"],
        how: How::Opaque,
    },
    Rewriter {
        name: "SendGrid",
        hosts: &["*.ct.sendgrid.net", "sendgrid.net"],
        paths: &["/ls/click", "/wf/click"],
        how: How::Opaque,
    },
    Rewriter {
        name: "Intermedia",
        hosts: &["url.emailprotection.link"],
        paths: &["/*"],
        how: How::Opaque,
    },
];
