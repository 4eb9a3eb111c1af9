//! The values of journal entries. Only this file puts hidden information into bytes.

use super::event::{EventV1, StepV1};
use super::{Value, not};
use crate::StoreError;
use chuhe_hub::{GameEvent, JournalEntry, SecretEvent};
use chuhe_rules::clock::{ClockReading, Timestamp};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{decode, encode};
    use chuhe_protocol::Event;
    use chuhe_rules::luzhanqi::{BoardKind, EventView, Formation, Game, Options, Strength};
    use chuhe_rules::{Color, RulesVersion};

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
