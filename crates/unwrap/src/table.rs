//! The table of rewriters.

use crate::rewriter::{How, Rewriter};

/// All rewriters. The first one that fits a URL decides. `cases.toml` has URLs of each.
pub(crate) static TABLE: &[Rewriter] = &[
    Rewriter {
        name: "Outlook SafeLinks",
        hosts: &[
            "*.safelinks.protection.outlook.com",
            "safelinks.protection.outlook.com",
            "*.safelinks.protection.office365.us",
        ],
        path: "/*",
        how: How::Parameter(&["url"]),
    },
    Rewriter {
        name: "Proofpoint URL Defense v1",
        hosts: &["urldefense.proofpoint.com", "urldefense.com"],
        path: "/v1/url",
        how: How::HtmlParameter("u"),
    },
    Rewriter {
        name: "Proofpoint URL Defense v2",
        hosts: &["urldefense.proofpoint.com", "urldefense.com"],
        path: "/v2/url",
        how: How::DashParameter("u"),
    },
    Rewriter {
        name: "Proofpoint URL Defense v3",
        hosts: &[
            "urldefense.com",
            "urldefense.us",
            "urldefense.proofpoint.com",
        ],
        path: "/v3/__*",
        how: How::Runs,
    },
    Rewriter {
        name: "Google",
        hosts: &[
            "google.com",
            "www.google.com",
            "www.google.??",
            "www.google.co.??",
            "www.google.com.??",
        ],
        path: "/url",
        how: How::Parameter(&["q", "url"]),
    },
    Rewriter {
        name: "Barracuda",
        hosts: &["linkprotect.cudasvc.com"],
        path: "/url",
        how: How::Parameter(&["a"]),
    },
    Rewriter {
        name: "Cisco Secure Web",
        hosts: &["secure-web.cisco.com"],
        path: "/*",
        how: How::AfterSegment,
    },
    Rewriter {
        name: "Mimecast",
        hosts: &[
            "protect.mimecast.com",
            "protect-us.mimecast.com",
            "*.protect.mimecast.com",
            "url.us.m.mimecastprotect.com",
        ],
        path: "/*",
        how: How::Opaque,
    },
];
