//! The events in journal entries.

use super::rating::RatedEndV1;
use super::rows::{SeatV1, parse_seats, seats_of};
use super::terms::TermsV1;
use crate::StoreError;
use chuhe_protocol::{EarlierGames, Event, GameId, GameStart, OfferEnd};
use chuhe_rules::clock::{ClockReading, TimeControl};
use chuhe_rules::luzhanqi::{self, Battle, EventView, Formation, Move, Moved, Revealed, Station};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::arbiter::Verdict;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, RulesVersion};
use serde::{Deserialize, Serialize};

/// A [`chuhe_protocol::Event`].
///
/// The beginnings of a rated game, and of a rematch of games that count, have variants of their own.
#[derive(Serialize, Deserialize)]
pub(crate) enum EventV1 {
    Started(Box<GameStartV1>),
    Played { by: Color, mv: GameMove, clocks: ClockReading },
    Offered { by: Color, kind: OfferKind },
    OfferClosed { by: Color, kind: OfferKind, how: OfferEndV1 },
    TakenBack { by: Color, to_ply: u16, clocks: ClockReading },
    WentAway { color: Color, claimable_in_ms: u32 },
    CameBack { color: Color },
    Ended { outcome: Outcome, clocks: ClockReading },
    Left { color: Color },
    Interrupted { down_ms: u64, clocks: ClockReading },
    Luzhanqi { seen: Box<EventView>, clocks: ClockReading },
    LagMeasured { color: Color, lag_ms: u16 },
    RepetitionJudged { verdict: Verdict, from_ply: u16, to_ply: u16, is_final: bool },
    FellAsleep { color: Color, claimable_in_ms: u32 },
    StartedRated(Box<GameStartV1>),
    Rated(RatedEndV1),
    StartedRematch(Box<RematchStartV1>),
    Paused { clocks: ClockReading },
}

/// A [`chuhe_protocol::GameStart`], with the version of the rules.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameStartV1 {
    seats: PerColor<SeatV1>,
    terms: TermsV1,
    times: PerColor<TimeControl>,
    rematch_of: Option<u64>,
    first_move_ms: u32,
    setup_ms: u32,
    /// [`RulesVersion::number`]; an older server sets aside a game of newer rules.
    rules_version: u16,
}

/// A [`chuhe_protocol::GameStart`] with the results of [`chuhe_protocol::EarlierGames`].
#[derive(Serialize, Deserialize)]
pub(crate) struct RematchStartV1 {
    start: GameStartV1,
    rated: bool,
    won: PerColor<u16>,
    drawn: u16,
}

/// An [`OfferEnd`].
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) enum OfferEndV1 {
    Withdrawn,
    Declined,
}

/// A [`luzhanqi::Event`], which has no `Serialize` of its own.
#[derive(Serialize, Deserialize)]
pub(crate) enum StepV1 {
    Placed { by: Color, formation: Formation },
    Confirmed { by: Color },
    Withdrew { by: Color },
    Moved { mv: Move, battle: Option<Battle>, revealed_flags: PerColor<Option<Station>> },
    Passed { by: Color },
    Revealed(Box<Revealed>),
}

impl From<&Event> for EventV1 {
    fn from(event: &Event) -> Self {
        match *event {
            Event::Started(ref start) => beginning(start),
            Event::Rated(end) => Self::Rated(end.into()),
            Event::Played { by, mv, clocks } => Self::Played { by, mv, clocks },
            Event::Offered { by, kind } => Self::Offered { by, kind },
            Event::OfferClosed { by, kind, how } => Self::OfferClosed { by, kind, how: how.into() },
            Event::TakenBack { by, to_ply, clocks } => Self::TakenBack { by, to_ply, clocks },
            Event::WentAway { color, claimable_in_ms } => Self::WentAway { color, claimable_in_ms },
            Event::FellAsleep { color, claimable_in_ms } => Self::FellAsleep { color, claimable_in_ms },
            Event::CameBack { color } => Self::CameBack { color },
            Event::Ended { outcome, clocks } => Self::Ended { outcome, clocks },
            Event::Left { color } => Self::Left { color },
            Event::Interrupted { down_ms, clocks } => Self::Interrupted { down_ms, clocks },
            Event::Paused { clocks } => Self::Paused { clocks },
            Event::Luzhanqi { ref seen, clocks } => Self::Luzhanqi { seen: seen.clone(), clocks },
            Event::LagMeasured { color, lag_ms } => Self::LagMeasured { color, lag_ms },
            Event::RepetitionJudged { verdict, from_ply, to_ply, is_final } => {
                Self::RepetitionJudged { verdict, from_ply, to_ply, is_final }
            }
        }
    }
}

impl TryFrom<EventV1> for Event {
    type Error = StoreError;

    fn try_from(event: EventV1) -> Result<Self, StoreError> {
        Ok(match event {
            EventV1::Started(start) => Self::Started(Box::new((*start).try_into()?)),
            EventV1::StartedRated(start) => {
                let mut start = GameStart::try_from(*start)?;
                start.terms.rated = true;
                Self::Started(Box::new(start))
            }
            EventV1::StartedRematch(rematch) => {
                let RematchStartV1 { start, rated, won, drawn } = *rematch;
                let mut start = GameStart::try_from(start)?;
                start.terms.rated = rated;
                let earlier = start.rematch_of.as_mut();
                let earlier = earlier.ok_or_else(|| StoreError::damaged("the score of no match"))?;
                (earlier.won, earlier.drawn) = (won, drawn);
                Self::Started(Box::new(start))
            }
            EventV1::Rated(end) => Self::Rated(end.into()),
            EventV1::Played { by, mv, clocks } => Self::Played { by, mv, clocks },
            EventV1::Offered { by, kind } => Self::Offered { by, kind },
            EventV1::OfferClosed { by, kind, how } => Self::OfferClosed { by, kind, how: how.into() },
            EventV1::TakenBack { by, to_ply, clocks } => Self::TakenBack { by, to_ply, clocks },
            EventV1::WentAway { color, claimable_in_ms } => Self::WentAway { color, claimable_in_ms },
            EventV1::FellAsleep { color, claimable_in_ms } => Self::FellAsleep { color, claimable_in_ms },
            EventV1::CameBack { color } => Self::CameBack { color },
            EventV1::Ended { outcome, clocks } => Self::Ended { outcome, clocks },
            EventV1::Left { color } => Self::Left { color },
            EventV1::Interrupted { down_ms, clocks } => Self::Interrupted { down_ms, clocks },
            EventV1::Paused { clocks } => Self::Paused { clocks },
            EventV1::Luzhanqi { seen, clocks } => Self::Luzhanqi { seen, clocks },
            EventV1::LagMeasured { color, lag_ms } => Self::LagMeasured { color, lag_ms },
            EventV1::RepetitionJudged { verdict, from_ply, to_ply, is_final } => {
                Self::RepetitionJudged { verdict, from_ply, to_ply, is_final }
            }
        })
    }
}

/// The first event of a game, in the oldest form that has all of it.
fn beginning(start: &GameStart) -> EventV1 {
    let (stored, rated) = (GameStartV1::from(start), start.terms.rated);
    match start.rematch_of {
        Some(earlier) if earlier != EarlierGames::unknown(earlier.last) => {
            let EarlierGames { last: _, won, drawn } = earlier;
            EventV1::StartedRematch(Box::new(RematchStartV1 { start: stored, rated, won, drawn }))
        }
        _ if rated => EventV1::StartedRated(Box::new(stored)),
        _ => EventV1::Started(Box::new(stored)),
    }
}

impl From<&GameStart> for GameStartV1 {
    fn from(start: &GameStart) -> Self {
        Self {
            seats: seats_of(&start.seats),
            terms: (&start.terms).into(),
            times: start.times,
            rematch_of: start.rematch_of.map(|earlier| earlier.last.0),
            first_move_ms: start.first_move_ms,
            setup_ms: start.setup_ms,
            rules_version: start.rules.number(),
        }
    }
}

impl TryFrom<GameStartV1> for GameStart {
    type Error = StoreError;

    fn try_from(start: GameStartV1) -> Result<Self, StoreError> {
        let version = start.rules_version;
        let unknown =
            || StoreError::damaged(&format!("version {version} of the rules is unknown to this server"));
        let rules = RulesVersion::from_number(version).ok_or_else(unknown)?;
        Ok(Self {
            seats: parse_seats(start.seats)?,
            terms: start.terms.try_into()?,
            times: start.times,
            rematch_of: start.rematch_of.map(|last| EarlierGames::unknown(GameId(last))),
            first_move_ms: start.first_move_ms,
            setup_ms: start.setup_ms,
            rules,
        })
    }
}

impl From<OfferEnd> for OfferEndV1 {
    fn from(how: OfferEnd) -> Self {
        match how {
            OfferEnd::Withdrawn => Self::Withdrawn,
            OfferEnd::Declined => Self::Declined,
        }
    }
}

impl From<OfferEndV1> for OfferEnd {
    fn from(how: OfferEndV1) -> Self {
        match how {
            OfferEndV1::Withdrawn => Self::Withdrawn,
            OfferEndV1::Declined => Self::Declined,
        }
    }
}

impl From<&luzhanqi::Event> for StepV1 {
    fn from(event: &luzhanqi::Event) -> Self {
        use luzhanqi::Event as E;
        match *event {
            E::Placed { by, formation } => Self::Placed { by, formation },
            E::Confirmed { by } => Self::Confirmed { by },
            E::Withdrew { by } => Self::Withdrew { by },
            E::Moved(Moved { mv, battle, revealed_flags }) => Self::Moved { mv, battle, revealed_flags },
            E::Passed { by } => Self::Passed { by },
            E::Revealed(ref revealed) => Self::Revealed(revealed.clone()),
        }
    }
}

impl From<StepV1> for luzhanqi::Event {
    fn from(step: StepV1) -> Self {
        match step {
            StepV1::Placed { by, formation } => Self::Placed { by, formation },
            StepV1::Confirmed { by } => Self::Confirmed { by },
            StepV1::Withdrew { by } => Self::Withdrew { by },
            StepV1::Moved { mv, battle, revealed_flags } => Self::Moved(Moved { mv, battle, revealed_flags }),
            StepV1::Passed { by } => Self::Passed { by },
            StepV1::Revealed(revealed) => Self::Revealed(revealed),
        }
    }
}
