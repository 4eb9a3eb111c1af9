//! The notation in which moves of xiangqi are shown.

use super::lang::Lang;

/// A notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotationChoice {
    /// Chinese in simplified characters, as in 马８进７.
    Simplified,
    /// Chinese in traditional characters, as in 馬８進７.
    Traditional,
    /// WXF, as in H8+7.
    Wxf,
    /// Vietnamese, as in M8.7.
    Vietnamese,
    /// ICCS, as in H9-G7.
    Iccs,
}

impl NotationChoice {
    /// Every notation, in display order.
    pub const ALL: [Self; 5] = [Self::Simplified, Self::Traditional, Self::Wxf, Self::Vietnamese, Self::Iccs];

    /// The notation that a reader of this language expects.
    #[must_use]
    pub const fn of(lang: Lang) -> Self {
        match lang {
            Lang::Zh => Self::Simplified,
            Lang::ZhHant => Self::Traditional,
            Lang::En => Self::Wxf,
            Lang::Vi => Self::Vietnamese,
        }
    }
}
