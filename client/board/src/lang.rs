//! The languages of the user interface.

use chuhe_records::notation::Script;
use serde::{Deserialize, Serialize};

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    /// Simplified Chinese.
    #[default]
    Zh,
    /// Traditional Chinese.
    ZhHant,
    /// English.
    En,
    /// Vietnamese.
    Vi,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::Zh, Self::ZhHant, Self::En, Self::Vi];

    /// The language for a system locale such as `zh-CN` or `en_US.UTF-8`.
    ///
    /// Chinese of Taiwan, Hong Kong and Macau is traditional. A language that the program lacks is English.
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        let mut parts = locale.split(['-', '_', '.', '@']).map(str::to_ascii_lowercase);
        let language = parts.next().unwrap_or_default();
        let parts: Vec<String> = parts.collect();
        let has = |part: &str| parts.iter().any(|known| known == part);
        match language.as_str() {
            "zh" if has("hans") => Self::Zh,
            "zh" if ["hant", "tw", "hk", "mo"].into_iter().any(has) => Self::ZhHant,
            "zh" => Self::Zh,
            "vi" => Self::Vi,
            _ => Self::En,
        }
    }

    /// Whether it is Chinese.
    #[must_use]
    pub const fn is_chinese(self) -> bool {
        match self {
            Self::Zh | Self::ZhHant => true,
            Self::En | Self::Vi => false,
        }
    }

    /// The Chinese characters that its readers know best.
    #[must_use]
    pub const fn script(self) -> Script {
        match self {
            Self::ZhHant => Script::Traditional,
            Self::Zh | Self::En | Self::Vi => Script::Simplified,
        }
    }

    /// The tag of BCP 47 with which a page says its language.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        ["zh-Hans", "zh-Hant", "en", "vi"][self as usize]
    }

    /// The name that speakers of the language use for it.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        ["简体中文", "繁體中文", "English", "Tiếng Việt"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_their_language() {
        for (locale, lang) in [
            ("zh-CN", Lang::Zh),
            ("zh", Lang::Zh),
            ("zh_SG.UTF-8", Lang::Zh),
            ("zh-Hans-HK", Lang::Zh),
            ("zh_TW.UTF-8", Lang::ZhHant),
            ("zh-HK", Lang::ZhHant),
            ("zh-Hant-MO", Lang::ZhHant),
            ("zh-Hant", Lang::ZhHant),
            ("vi-VN", Lang::Vi),
            ("vi_VN.UTF-8", Lang::Vi),
            ("vir", Lang::En),
            ("en-US", Lang::En),
            ("C", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Lang::from_locale(locale), lang, "{locale}");
        }
    }
}
