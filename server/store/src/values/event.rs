//! The values of journal entries. Only this file can put hidden information into bytes.

use super::rows::{SeatV1, parse_seats, seats_of};
use super::terms::TermsV1;
use super::{Value, not};
use crate::StoreError;
use chuhe_hub::{GameEvent, JournalEntry, SecretEvent};
use chuhe_protocol::{Event, GameId, GameStart, OfferEnd};
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
use chuhe_rules::luzhanqi::{self, Battle, EventView, Formation, Move, Moved, Revealed, Station};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::arbiter::Verdict;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, RulesVersion};
use serde::{Deserialize, Serialize};

/// A [`chuhe_protocol::Event`].
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

impl From<&JournalEntry> for Value {
    fn from(entry: &JournalEntry) -> Self {
        let at = entry.at;
        match &entry.event {
            GameEvent::Public(event) => {
                let event = event.into();
                if entry.premove { Self::PremoveV1 { at, event } } else { Self::PublicEntryV1 { at, event } }
            }
            GameEvent::Secret(secret) => {
                let (step, clocks) = ((&secret.event).into(), secret.clocks);
                if entry.premove {
                    Self::SecretPremoveV1 { at, step, clocks }
                } else {
                    Self::SecretEntryV1 { at, step, clocks }
                }
            }
        }
    }
}

impl TryFrom<Value> for JournalEntry {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::PublicEntryV1 { at, event } = value {
            public(at, event, false)
        } else if let Value::PremoveV1 { at, event } = value {
            public(at, event, true)
        } else if let Value::SecretEntryV1 { at, step, clocks } = value {
            Ok(secret(at, step, clocks, false))
        } else if let Value::SecretPremoveV1 { at, step, clocks } = value {
            Ok(secret(at, step, clocks, true))
        } else {
            Err(not("a journal entry"))
        }
    }
}

fn public(at: Timestamp, event: EventV1, premove: bool) -> Result<JournalEntry, StoreError> {
    Ok(JournalEntry { at, event: GameEvent::Public(event.try_into()?), premove })
}

fn secret(at: Timestamp, step: StepV1, clocks: ClockReading, premove: bool) -> JournalEntry {
    let event = SecretEvent { event: step.into(), clocks };
    JournalEntry { at, event: GameEvent::Secret(Box::new(event)), premove }
}

impl From<&Event> for EventV1 {
    fn from(event: &Event) -> Self {
        match *event {
            Event::Started(ref start) => Self::Started(Box::new((&**start).into())),
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
            EventV1::Luzhanqi { seen, clocks } => Self::Luzhanqi { seen, clocks },
            EventV1::LagMeasured { color, lag_ms } => Self::LagMeasured { color, lag_ms },
            EventV1::RepetitionJudged { verdict, from_ply, to_ply, is_final } => {
                Self::RepetitionJudged { verdict, from_ply, to_ply, is_final }
            }
        })
    }
}

impl From<&GameStart> for GameStartV1 {
    fn from(start: &GameStart) -> Self {
        Self {
            seats: seats_of(&start.seats),
            terms: (&start.terms).into(),
            times: start.times,
            rematch_of: start.rematch_of.map(|game| game.0),
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
            rematch_of: start.rematch_of.map(GameId),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{decode, encode};
    use chuhe_rules::luzhanqi::{BoardKind, Game, Options, Strength};

    #[track_caller]
    fn round_trip(event: GameEvent) {
        for premove in [false, true] {
            let at = Timestamp::from_ms(1_800_000_000_000);
            let entry = JournalEntry { at, event: event.clone(), premove };
            let bytes = encode(&entry).expect("a short value");
            assert_eq!(decode(&bytes), Ok(entry));
        }
    }

    #[test]
    fn each_secret_event_is_stored_as_it_is() {
        let mut game = Game::new(BoardKind::Classic, Options::default());
        let mut events = Vec::new();
        for by in Color::ALL {
            let formation = Formation::nearest_legal([Strength::Captain; 25]);
            events.push(game.place(by, formation).expect("the side sets up"));
            events.push(game.confirm(by).expect("the side has set up"));
            if by == Color::Red {
                events.push(game.withdraw(by).expect("the side has confirmed"));
                events.push(game.confirm(by).expect("the side has set up"));
            }
        }
        let mv = game.position().expect("play has begun").legal_moves()[0];
        events.push(game.play(Color::Red, mv).expect("a legal move").event);
        events.push(game.pass(Color::Black).expect("black is to move").event);
        events.push(game.close().expect("play has begun"));
        for event in events {
            round_trip(GameEvent::Secret(Box::new(SecretEvent { event, clocks: ClockReading::default() })));
        }
    }

    #[test]
    fn an_event_as_seen_by_a_viewer_is_not_decoded_as_a_secret_event() {
        let confirmed = Event::Luzhanqi {
            seen: Box::new(EventView::Confirmed { by: Color::Red }),
            clocks: ClockReading::default(),
        };
        round_trip(confirmed.into());
    }

    #[test]
    fn a_game_under_newer_rules_is_refused_with_the_reason() {
        let golden = include_str!("../../tests/golden.txt");
        let mut lines = golden.lines().skip_while(|line| *line != "xiangqi begins").skip(1);
        let hex = lines.next().expect("a value").trim();
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        assert!(decode::<JournalEntry>(&bytes).is_ok());
        let version = *bytes.last().expect("the version of the rules ends the value");
        assert_eq!(u16::from(version), RulesVersion::V1.number());
        for other in [0, RulesVersion::CURRENT.number() as u8 + 1] {
            let bytes = [&bytes[..bytes.len() - 1], &[other]].concat();
            let error = decode::<JournalEntry>(&bytes).expect_err("no such version");
            let reason = format!("version {other} of the rules");
            assert!(error.to_string().contains(&reason), "{error}");
        }
    }
}
