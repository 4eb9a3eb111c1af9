//! The result of a recorded game.

use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};

/// The result of a recorded game, with the reason where the record has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The game is not over, or its result is not known; `*` in PGN.
    #[default]
    Unknown,
    /// One side has won.
    Won {
        /// The side that won.
        winner: Color,
        /// What decided it, if the record says so.
        reason: Option<WinReason>,
    },
    /// Neither side has won.
    Drawn(Option<DrawReason>),
    /// The game was aborted without a result.
    Aborted(AbortReason),
}

impl GameResult {
    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2` or `*`. Red is the first side.
    ///
    /// ```
    /// use chuhe_records::GameResult;
    /// use chuhe_rules::Color;
    /// let result = GameResult::Won { winner: Color::Black, reason: None };
    /// assert_eq!(result.score(), "0-1");
    /// assert_eq!(GameResult::from_score("0-1"), Some(result));
    /// ```
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self {
            Self::Won { winner: Color::Red, .. } => "1-0",
            Self::Won { winner: Color::Black, .. } => "0-1",
            Self::Drawn(_) => "1/2-1/2",
            Self::Unknown | Self::Aborted(_) => "*",
        }
    }

    /// The result, without a reason, that PGN writes in this way.
    #[must_use]
    pub fn from_score(score: &str) -> Option<Self> {
        match score {
            "1-0" => Some(Self::Won { winner: Color::Red, reason: None }),
            "0-1" => Some(Self::Won { winner: Color::Black, reason: None }),
            "1/2-1/2" => Some(Self::Drawn(None)),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The result, without a reason, as people write it: a score or words such as 红胜 and 和棋.
    ///
    /// ```
    /// use chuhe_records::GameResult;
    /// for text in ["1/2", "½-½", "和棋", "（先和）"] {
    ///     assert_eq!(GameResult::from_words(text), Some(GameResult::Drawn(None)), "{text}");
    /// }
    /// assert_eq!(GameResult::from_words("红优"), None);
    /// ```
    #[must_use]
    pub fn from_words(text: &str) -> Option<Self> {
        if text.len() > LONGEST_WORDS {
            return None;
        }
        let plain = text.trim_matches(|c: char| {
            c.is_whitespace()
                || matches!(c, '(' | ')' | '（' | '）' | '【' | '】' | '。' | '.' | '，' | ',' | '!' | '！')
        });
        if let Some(result) = Self::from_score(plain) {
            return Some(result);
        }
        // most texts are moves
        let is_word = plain.len() >= "draw".len()
            && plain.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ');
        if !is_word && !plain.starts_with(FIRST_CHARACTERS) {
            return None;
        }
        let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(plain));
        let won = |winner| Some(Self::Won { winner, reason: None });
        if is(&RED_WINS) {
            won(Color::Red)
        } else if is(&BLACK_WINS) {
            won(Color::Black)
        } else {
            is(&DRAWN).then_some(Self::Drawn(None))
        }
    }

    /// The reason in the form that files have it, such as `resignation`; `None` if it is not known.
    #[must_use]
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::Won { reason: Some(reason), .. } => Some(win_reason(reason)),
            Self::Drawn(Some(reason)) => Some(draw_reason(reason)),
            Self::Aborted(reason) => Some(abort_reason(reason)),
            Self::Unknown | Self::Won { reason: None, .. } | Self::Drawn(None) => None,
        }
    }

    /// Adds a reason in the form of [`GameResult::reason`]; `None` if it is none of this result.
    ///
    /// ```
    /// use chuhe_records::GameResult;
    /// use chuhe_rules::DrawReason;
    /// let draw = GameResult::Drawn(None);
    /// assert_eq!(draw.with_reason("agreement"), Some(GameResult::Drawn(Some(DrawReason::Agreement))));
    /// assert_eq!(draw.with_reason("checkmate"), None);
    /// ```
    #[must_use]
    pub fn with_reason(self, text: &str) -> Option<Self> {
        match self {
            Self::Won { winner, .. } => {
                let reason = WIN_REASONS.into_iter().find(|&reason| win_reason(reason) == text)?;
                Some(Self::Won { winner, reason: Some(reason) })
            }
            Self::Drawn(_) => {
                let reason = DRAW_REASONS.into_iter().find(|&reason| draw_reason(reason) == text)?;
                Some(Self::Drawn(Some(reason)))
            }
            Self::Unknown | Self::Aborted(_) => {
                let reason = ABORT_REASONS.into_iter().find(|&reason| abort_reason(reason) == text)?;
                Some(Self::Aborted(reason))
            }
        }
    }

    /// The outcome, if the record has its reason.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Won { winner, reason: Some(reason) } => Some(Outcome::Won { winner, reason }),
            Self::Drawn(Some(reason)) => Some(Outcome::Drawn(reason)),
            Self::Aborted(reason) => Some(Outcome::Aborted(reason)),
            Self::Unknown | Self::Won { reason: None, .. } | Self::Drawn(None) => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won { winner, reason } => Self::Won { winner, reason: Some(reason) },
            Outcome::Drawn(reason) => Self::Drawn(Some(reason)),
            Outcome::Aborted(reason) => Self::Aborted(reason),
        }
    }
}

/// The most bytes of a result in words, with what stands around it.
const LONGEST_WORDS: usize = 40;
/// The first characters of the words below, except those in letters.
const FIRST_CHARACTERS: [char; 17] =
    ['红', '黑', '紅', '先', '后', '後', '和', '平', '双', '握', '言', '作', '议', '½', '0', '1', '='];
/// The words for a game that the first side won: 红 is red, 先 and 上手 the first side.
const RED_WINS: [&str; 30] = [
    "红胜",
    "红先胜",
    "先胜",
    "红方胜",
    "红方获胜",
    "红棋胜",
    "红方胜利",
    "红赢",
    "红方赢",
    "先手胜",
    "黑负",
    "黑方负",
    "后负",
    "后手负",
    "黑方认输",
    "黑方认负",
    "黑方投子认负",
    "黑方投子",
    "黑认负",
    "黑方告负",
    "紅勝",
    "紅先勝",
    "先勝",
    "紅方勝",
    "先手勝",
    "紅贏",
    "黑負",
    "red wins",
    "1:0",
    "1–0",
];
/// The words for a game that the second side won.
const BLACK_WINS: [&str; 32] = [
    "黑胜",
    "黑先胜",
    "后胜",
    "黑方胜",
    "黑方获胜",
    "黑棋胜",
    "黑方胜利",
    "黑赢",
    "黑方赢",
    "后手胜",
    "红负",
    "红先负",
    "先负",
    "红方负",
    "先手负",
    "红方认输",
    "红方认负",
    "红方投子认负",
    "红方投子",
    "红认负",
    "红方告负",
    "黑勝",
    "黑方勝",
    "後勝",
    "後手勝",
    "先負",
    "紅負",
    "紅先負",
    "black wins",
    "0:1",
    "0–1",
    "先手負",
];
/// The words for a draw.
const DRAWN: [&str; 24] = [
    "和",
    "和棋",
    "和局",
    "平局",
    "平",
    "先和",
    "红先和",
    "紅先和",
    "红和",
    "双方和棋",
    "握手言和",
    "言和",
    "作和",
    "议和",
    "draw",
    "drawn",
    "1/2",
    "½",
    "½-½",
    "1/2:1/2",
    "0.5-0.5",
    "1/2–1/2",
    "½–½",
    "=",
];

const WIN_REASONS: [WinReason; 11] = [
    WinReason::Checkmate,
    WinReason::Stalemate,
    WinReason::Resignation,
    WinReason::GameTime,
    WinReason::MoveTime,
    WinReason::Abandonment,
    WinReason::FlagCaptured,
    WinReason::NoMovablePiece,
    WinReason::PerpetualCheck,
    WinReason::PerpetualChase,
    WinReason::PerpetualAttack,
];

const fn win_reason(reason: WinReason) -> &'static str {
    match reason {
        WinReason::Checkmate => "checkmate",
        WinReason::Stalemate => "stalemate",
        WinReason::Resignation => "resignation",
        WinReason::GameTime => "time",
        WinReason::MoveTime => "move time",
        WinReason::Abandonment => "abandonment",
        WinReason::FlagCaptured => "flag captured",
        WinReason::NoMovablePiece => "no movable piece",
        WinReason::PerpetualCheck => "perpetual check",
        WinReason::PerpetualChase => "perpetual chase",
        WinReason::PerpetualAttack => "perpetual attack",
    }
}

const DRAW_REASONS: [DrawReason; 8] = [
    DrawReason::Agreement,
    DrawReason::TimeWithoutAttackers,
    DrawReason::Abandonment,
    DrawReason::TooLong,
    DrawReason::QuietSteps,
    DrawReason::Repetition,
    DrawReason::NaturalLimit,
    DrawReason::NoAttackers,
];

const fn draw_reason(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Agreement => "agreement",
        DrawReason::TimeWithoutAttackers => "time without attackers",
        DrawReason::Abandonment => "abandonment",
        DrawReason::TooLong => "too long",
        DrawReason::QuietSteps => "quiet steps",
        DrawReason::Repetition => "repetition",
        DrawReason::NaturalLimit => "natural limit",
        DrawReason::NoAttackers => "no attackers",
    }
}

const ABORT_REASONS: [AbortReason; 9] = [
    AbortReason::Requested(Color::Red),
    AbortReason::Requested(Color::Black),
    AbortReason::NoFirstMove(Color::Red),
    AbortReason::NoFirstMove(Color::Black),
    AbortReason::BothAway,
    AbortReason::ServerShutdown,
    AbortReason::Absent(Color::Red),
    AbortReason::Absent(Color::Black),
    AbortReason::Organiser,
];

const fn abort_reason(reason: AbortReason) -> &'static str {
    match reason {
        AbortReason::Requested(Color::Red) => "aborted by red",
        AbortReason::Requested(Color::Black) => "aborted by black",
        AbortReason::NoFirstMove(Color::Red) => "no first move of red",
        AbortReason::NoFirstMove(Color::Black) => "no first move of black",
        AbortReason::BothAway => "both away",
        AbortReason::ServerShutdown => "server shutdown",
        AbortReason::Absent(Color::Red) => "red absent",
        AbortReason::Absent(Color::Black) => "black absent",
        AbortReason::Organiser => "stopped by an organiser",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_for_a_result_is_read() {
        let won = |winner| GameResult::Won { winner, reason: None };
        let words = RED_WINS.iter().map(|word| (word, won(Color::Red)));
        let words = words.chain(BLACK_WINS.iter().map(|word| (word, won(Color::Black))));
        for (word, result) in words.chain(DRAWN.iter().map(|word| (word, GameResult::Drawn(None)))) {
            assert_eq!(GameResult::from_words(word), Some(result), "{word}");
        }
    }

    #[test]
    fn every_reason_is_read_as_it_is_written() {
        let won = |reason| GameResult::Won { winner: Color::Black, reason: Some(reason) };
        let results = WIN_REASONS.map(won).into_iter();
        let results = results.chain(DRAW_REASONS.map(|reason| GameResult::Drawn(Some(reason))));
        for result in results.chain(ABORT_REASONS.map(GameResult::Aborted)) {
            let plain = GameResult::from_score(result.score()).expect("a score");
            let reason = result.reason().expect("it has a reason");
            assert_eq!(plain.with_reason(reason), Some(result), "{reason}");
        }
    }
}
