//! Standings, the log of rated games, and what a rated game has changed.

use super::terms::GameKindV1;
use crate::StoreError;
use chuhe_hub::{Correction, LoggedGame};
use chuhe_protocol::{CountsAs, RatedEnd, RatingChange, RatingClass, Uncounted};
use chuhe_ratings::{BestWin, RatedGame, Rating, RatingPoint, RecentOpponent, Standing};
use chuhe_rules::clock::{Speed, Timestamp};
use chuhe_rules::{Color, PerColor};
use serde::{Deserialize, Serialize};

/// A [`RatedEnd`].
#[derive(Serialize, Deserialize)]
pub(crate) enum RatedEndV1 {
    Changed(PerColor<RatingChangeV1>),
    TooShort,
    SamePair,
    Unregistered,
    // in no journal: what a correction has made of it
    Annulled,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct RatingChangeV1 {
    before: u16,
    after: u16,
    // a bool at first, of the same length
    games_missing: u8,
}

impl From<RatingChange> for RatingChangeV1 {
    fn from(RatingChange { before, after, games_missing }: RatingChange) -> Self {
        Self { before, after, games_missing }
    }
}

impl From<RatingChangeV1> for RatingChange {
    fn from(RatingChangeV1 { before, after, games_missing }: RatingChangeV1) -> Self {
        Self { before, after, games_missing }
    }
}

impl From<RatedEnd> for RatedEndV1 {
    fn from(end: RatedEnd) -> Self {
        match end {
            RatedEnd::Changed(changes) => Self::Changed(changes.map(Into::into)),
            RatedEnd::Uncounted(Uncounted::TooShort) => Self::TooShort,
            RatedEnd::Uncounted(Uncounted::SamePair) => Self::SamePair,
            RatedEnd::Uncounted(Uncounted::Unregistered) => Self::Unregistered,
            RatedEnd::Uncounted(Uncounted::Annulled) => Self::Annulled,
        }
    }
}

impl From<RatedEndV1> for RatedEnd {
    fn from(end: RatedEndV1) -> Self {
        match end {
            RatedEndV1::Changed(changes) => Self::Changed(changes.map(Into::into)),
            RatedEndV1::TooShort => Self::Uncounted(Uncounted::TooShort),
            RatedEndV1::SamePair => Self::Uncounted(Uncounted::SamePair),
            RatedEndV1::Unregistered => Self::Uncounted(Uncounted::Unregistered),
            RatedEndV1::Annulled => Self::Uncounted(Uncounted::Annulled),
        }
    }
}

/// The standing of a player in one class. Numbers with fractions are stored as their bits.
#[derive(Serialize, Deserialize)]
pub(crate) struct StandingV1 {
    rating: u64,
    deviation: u64,
    volatility: u64,
    rated_at: Option<Timestamp>,
    wins: u32,
    draws: u32,
    losses: u32,
    recent: Vec<RecentOpponentV1>,
}

#[derive(Serialize, Deserialize)]
struct RecentOpponentV1 {
    player: u64,
    last_at: Timestamp,
    games_that_day: u8,
}

/// A standing with what the player's profile shows of past games.
#[derive(Serialize, Deserialize)]
pub(crate) struct StandingV2 {
    standing: StandingV1,
    history: Vec<RatingPointV1>,
    best_wins: Vec<BestWinV1>,
}

#[derive(Serialize, Deserialize)]
struct RatingPointV1 {
    day: u32,
    rating: u16,
}

#[derive(Serialize, Deserialize)]
struct BestWinV1 {
    opponent: u64,
    rating: u16,
    day: u32,
}

impl From<&Standing> for StandingV1 {
    fn from(standing: &Standing) -> Self {
        let met = |&RecentOpponent { player, last_at, games_that_day }: &RecentOpponent| RecentOpponentV1 {
            player,
            last_at,
            games_that_day,
        };
        let &Standing { rating, rated_at, wins, draws, losses, ref recent, .. } = standing;
        Self {
            rating: rating.rating.to_bits(),
            deviation: rating.deviation.to_bits(),
            volatility: rating.volatility.to_bits(),
            rated_at,
            wins,
            draws,
            losses,
            recent: recent.iter().map(met).collect(),
        }
    }
}

impl TryFrom<StandingV1> for Standing {
    type Error = StoreError;

    fn try_from(row: StandingV1) -> Result<Self, StoreError> {
        let [rating, deviation, volatility] = [row.rating, row.deviation, row.volatility].map(f64::from_bits);
        let rating = Rating { rating, deviation, volatility };
        if rating.clamped() != rating {
            return Err(StoreError::damaged("a rating is out of range"));
        }
        let met = |RecentOpponentV1 { player, last_at, games_that_day }: RecentOpponentV1| RecentOpponent {
            player,
            last_at,
            games_that_day,
        };
        let recent = row.recent.into_iter().map(met).collect();
        let StandingV1 { rated_at, wins, draws, losses, .. } = row;
        let (history, best_wins) = (Vec::new(), Vec::new());
        Ok(Self { rating, rated_at, wins, draws, losses, recent, history, best_wins })
    }
}

impl From<&Standing> for StandingV2 {
    fn from(standing: &Standing) -> Self {
        let point = |&RatingPoint { day, rating }: &RatingPoint| RatingPointV1 { day, rating };
        let win = |&BestWin { opponent, rating, day }: &BestWin| BestWinV1 { opponent, rating, day };
        Self {
            standing: standing.into(),
            history: standing.history.iter().map(point).collect(),
            best_wins: standing.best_wins.iter().map(win).collect(),
        }
    }
}

impl TryFrom<StandingV2> for Standing {
    type Error = StoreError;

    fn try_from(row: StandingV2) -> Result<Self, StoreError> {
        let point = |RatingPointV1 { day, rating }: RatingPointV1| RatingPoint { day, rating };
        let win = |BestWinV1 { opponent, rating, day }: BestWinV1| BestWin { opponent, rating, day };
        Ok(Self {
            history: row.history.into_iter().map(point).collect(),
            best_wins: row.best_wins.into_iter().map(win).collect(),
            ..row.standing.try_into()?
        })
    }
}

/// A game in the log of rated games.
#[derive(Serialize, Deserialize)]
pub(crate) struct LoggedGameV1 {
    game: u64,
    players: PerColor<u64>,
    kind: GameKindV1,
    speed: Speed,
    winner: Option<Color>,
    ended_at: Timestamp,
    correction: CorrectionV1,
}

// the first two were an option, whose bytes are the same
#[derive(Serialize, Deserialize)]
enum CorrectionV1 {
    None,
    Annulled { at: Timestamp, reason: String },
    Result { at: Timestamp, reason: String, winner: Option<Color>, changes: Option<PerColor<RatingChangeV1>> },
}

impl From<&Correction> for CorrectionV1 {
    fn from(&Correction { at, ref reason, counts_as, changes }: &Correction) -> Self {
        let (reason, changes) = (reason.clone(), changes.map(|changes| changes.map(Into::into)));
        match counts_as {
            CountsAs::Nothing => Self::Annulled { at, reason },
            CountsAs::Won(winner) => Self::Result { at, reason, winner: Some(winner), changes },
            CountsAs::Drawn => Self::Result { at, reason, winner: None, changes },
        }
    }
}

impl From<CorrectionV1> for Option<Correction> {
    fn from(row: CorrectionV1) -> Self {
        let (at, reason, counts_as, changes) = match row {
            CorrectionV1::None => return None,
            CorrectionV1::Annulled { at, reason } => (at, reason, CountsAs::Nothing, None),
            CorrectionV1::Result { at, reason, winner, changes } => {
                let changes = changes.map(|changes| changes.map(Into::into));
                (at, reason, winner.map_or(CountsAs::Drawn, CountsAs::Won), changes)
            }
        };
        Some(Correction { at, reason, counts_as, changes })
    }
}

impl From<&LoggedGame> for LoggedGameV1 {
    fn from(LoggedGame { game: rated, correction }: &LoggedGame) -> Self {
        let &RatedGame { game, players, class: RatingClass { kind, speed }, winner, ended_at } = rated;
        let correction = correction.as_ref().map_or(CorrectionV1::None, Into::into);
        Self { game, players, kind: kind.into(), speed, winner, ended_at, correction }
    }
}

impl TryFrom<LoggedGameV1> for LoggedGame {
    type Error = StoreError;

    fn try_from(row: LoggedGameV1) -> Result<Self, StoreError> {
        let LoggedGameV1 { game, players, kind, speed, winner, ended_at, correction } = row;
        if players.red == players.black {
            return Err(StoreError::damaged("a player is their own opponent"));
        }
        let class = RatingClass { kind: kind.into(), speed };
        let game = RatedGame { game, players, class, winner, ended_at };
        Ok(Self { game, correction: correction.into() })
    }
}
