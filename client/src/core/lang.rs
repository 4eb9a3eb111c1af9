//! The languages of the user interface.

use serde::{Deserialize, Serialize};

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    /// Simplified Chinese.
    #[default]
    Zh,
    /// English.
    En,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::Zh, Self::En];

    /// The language for a system locale such as `zh-CN` or `en_US.UTF-8`.
    ///
    /// Chinese locales give Chinese, all others English.
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        if locale.get(..2).is_some_and(|tag| tag.eq_ignore_ascii_case("zh")) { Self::Zh } else { Self::En }
    }

    /// The name that speakers of the language use for it.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::Zh => "中文",
            Self::En => "English",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_their_language() {
        for (locale, lang) in [
            ("zh-CN", Lang::Zh),
            ("zh_TW.UTF-8", Lang::Zh),
            ("en-US", Lang::En),
            ("C", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Lang::from_locale(locale), lang, "{locale}");
        }
    }
}
