//! Relative references: the productions of RFC 1808, section 2.2, that RFC 1738 does not have.

use super::Writer;

impl Writer<'_, '_> {
    pub(super) fn relative_url(&mut self) -> &mut Self {
        self.one_of(&[
            Self::rel_path,
            Self::rel_path,
            Self::abs_path,
            Self::net_path,
        ])
    }

    pub(super) fn net_path(&mut self) -> &mut Self {
        self.put("//").net_loc().maybe(Self::abs_path)
    }

    pub(super) fn abs_path(&mut self) -> &mut Self {
        self.put("/").rel_path()
    }

    pub(super) fn rel_path(&mut self) -> &mut Self {
        self.maybe(Self::path)
            .maybe(|w| w.put(";").params())
            .maybe(|w| w.put("?").query())
    }

    pub(super) fn path(&mut self) -> &mut Self {
        self.first_segment().any(|w| w.put("/").segment())
    }

    /// `fsegment`, a name that RFC 1738 uses for another production.
    pub(super) fn first_segment(&mut self) -> &mut Self {
        self.one_of(&[|w| w.some(Self::pchar), Self::dots])
    }

    pub(super) fn segment(&mut self) -> &mut Self {
        self.one_of(&[|w| w.any(Self::pchar), Self::dots])
    }

    /// The dot segments that resolving removes.
    pub(super) fn dots(&mut self) -> &mut Self {
        self.one_of(&[|w| w.put("."), |w| w.put("..")])
    }

    pub(super) fn params(&mut self) -> &mut Self {
        self.param().any(|w| w.put(";").param())
    }

    pub(super) fn param(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or(":@&=/"))
    }

    /// A login of RFC 1738, in most cases.
    pub(super) fn net_loc(&mut self) -> &mut Self {
        self.one_of(&[Self::login, Self::login, |w| {
            w.any(|w| w.uchar_or(":@&=;?"))
        }])
    }

    pub(super) fn query(&mut self) -> &mut Self {
        self.any(|w| w.uchar_or(";/?:@&="))
    }

    pub(super) fn pchar(&mut self) -> &mut Self {
        self.uchar_or(":@&=")
    }
}
