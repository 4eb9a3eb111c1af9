//! The bytes of an entry of a journal. What is hidden in a game can be put into
//! bytes here only: the types that can are this file's own.

use super::StoreError;
use super::records::{bytes, damaged};
use chuhe_hub::{GameEvent, JournalEntry, SecretEvent};
use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::{Event, limits};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::{self, Battle, Formation, Move, Moved, Revealed, Station};
use chuhe_rules::{Color, PerColor};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An entry in which nothing is hidden.
#[derive(Debug, Serialize, Deserialize)]
struct Open<'a> {
    at: Timestamp,
    event: Cow<'a, Event>,
}

/// An entry of luzhanqi, as it is.
#[derive(Debug, Serialize, Deserialize)]
struct Truth {
    at: Timestamp,
    mark: Mark,
    step: Step,
    clocks: ClockReading,
}

/// It stands where an open entry has the number of its event, and is none.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
struct Mark;

/// A [`luzhanqi::Event`] that can be put into bytes. Variants are only appended.
#[derive(Debug, Serialize, Deserialize)]
enum Step {
    Placed { by: Color, formation: Formation },
    Confirmed { by: Color },
    Withdrew { by: Color },
    Moved { mv: Move, battle: Option<Battle>, flags_shown: PerColor<Option<Station>> },
    Passed { by: Color },
    Revealed(Box<Revealed>),
}

impl Message for Open<'_> {
    const LIMIT_BYTES: usize = limits::CLIENT_FRAME_BYTES;
}

impl Message for Truth {
    const LIMIT_BYTES: usize = limits::CLIENT_FRAME_BYTES;
}

impl Mark {
    const NUMBER: u32 = 200;
}

impl From<Mark> for u32 {
    fn from(_: Mark) -> Self {
        Mark::NUMBER
    }
}

impl TryFrom<u32> for Mark {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Self, Self::Error> {
        if number == Self::NUMBER { Ok(Self) } else { Err("nothing is hidden in this entry") }
    }
}

impl From<&luzhanqi::Event> for Step {
    fn from(event: &luzhanqi::Event) -> Self {
        use luzhanqi::Event as E;
        match *event {
            E::Placed { by, formation } => Self::Placed { by, formation },
            E::Confirmed { by } => Self::Confirmed { by },
            E::Withdrew { by } => Self::Withdrew { by },
            E::Moved(Moved { mv, battle, flags_shown }) => Self::Moved { mv, battle, flags_shown },
            E::Passed { by } => Self::Passed { by },
            E::Revealed(ref revealed) => Self::Revealed(revealed.clone()),
        }
    }
}

impl From<Step> for luzhanqi::Event {
    fn from(step: Step) -> Self {
        match step {
            Step::Placed { by, formation } => Self::Placed { by, formation },
            Step::Confirmed { by } => Self::Confirmed { by },
            Step::Withdrew { by } => Self::Withdrew { by },
            Step::Moved { mv, battle, flags_shown } => Self::Moved(Moved { mv, battle, flags_shown }),
            Step::Passed { by } => Self::Passed { by },
            Step::Revealed(revealed) => Self::Revealed(revealed),
        }
    }
}

/// The bytes that keep an entry.
///
/// # Errors
/// [`StoreError::TooLong`] if it is longer than any that the hub makes.
pub(super) fn bytes_of_entry(entry: &JournalEntry) -> Result<Vec<u8>, StoreError> {
    let at = entry.at;
    match &entry.event {
        GameEvent::Public(event) => bytes(&Open { at, event: Cow::Borrowed(event) }),
        GameEvent::Secret(hidden) => {
            let SecretEvent { event, clocks } = &**hidden;
            bytes(&Truth { at, mark: Mark, step: event.into(), clocks: *clocks })
        }
    }
}

/// The entry that these bytes keep.
///
/// # Errors
/// [`StoreError::Damaged`] if they are none.
pub fn entry_of(bytes: &[u8]) -> Result<JournalEntry, StoreError> {
    if let Ok(Open { at, event }) = wire::decode(bytes) {
        return Ok(JournalEntry { at, event: GameEvent::Public(event.into_owned()) });
    }
    if let Ok(Truth { at, mark: Mark, step, clocks }) = wire::decode(bytes) {
        let hidden = SecretEvent { event: step.into(), clocks };
        return Ok(JournalEntry { at, event: GameEvent::Secret(Box::new(hidden)) });
    }
    older_beginning(bytes).ok_or_else(|| damaged("an entry"))
}

/// A beginning that was kept when no game began with setting up ends before the
/// time for that.
fn older_beginning(bytes: &[u8]) -> Option<JournalEntry> {
    let Open { at, event } = wire::decode(&[bytes, &[0]].concat()).ok()?;
    matches!(*event, Event::Started(_))
        .then(|| JournalEntry { at, event: GameEvent::Public(event.into_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{Beginning, GameTerms, PlayerId, PlayerName, Seat, Terms};
    use chuhe_rules::luzhanqi::{BoardKind, Game, Options};
    use chuhe_rules::xiangqi::RuleSet;

    fn kept(happened: GameEvent) -> Vec<u8> {
        let entry = JournalEntry { at: Timestamp::from_ms(1_800_000_000_000), event: happened };
        let bytes = bytes_of_entry(&entry).expect("an entry is short");
        assert_eq!(entry_of(&bytes), Ok(entry));
        bytes
    }

    fn beginning() -> Event {
        let seat = |id, name| Seat { player: PlayerId(id), name: PlayerName::parse(name).expect("a name") };
        let terms = Terms::default();
        Event::Started(Box::new(Beginning {
            seats: PerColor::new(seat(1, "Bo"), seat(2, "An")),
            times: terms.times(Color::Red),
            terms: Terms { game: GameTerms::Xiangqi { rules: RuleSet::Asian, start: None }, ..terms },
            rematch_of: None,
            first_move_ms: 30_000,
            setup_ms: 0,
        }))
    }

    #[test]
    fn what_is_kept_of_luzhanqi_is_the_truth_and_each_kind_is_read_again() {
        let mut game = Game::new(BoardKind::Classic, Options::default());
        let mut events = Vec::new();
        for by in Color::ALL {
            let formation = Formation::legalised([luzhanqi::Strength::Captain; 25]);
            events.push(game.place(by, formation).expect("he sets up"));
            events.push(game.confirm(by).expect("he has set up"));
            if by == Color::Red {
                events.push(game.withdraw(by).expect("he has confirmed"));
                events.push(game.confirm(by).expect("he has set up"));
            }
        }
        let mv = game.position().expect("play has begun").legal_moves()[0];
        events.push(game.play(Color::Red, mv).expect("it is legal").event);
        events.push(game.pass(Color::Black).expect("his turn").event);
        events.push(game.close().expect("play had begun"));
        for event in events {
            kept(GameEvent::Secret(Box::new(SecretEvent { event, clocks: ClockReading::default() })));
        }
    }

    #[test]
    fn a_beginning_from_before_anyone_set_up_is_read() {
        let bytes = kept(beginning().into());
        let older = entry_of(&bytes[..bytes.len() - 1]).expect("it ended before the time to set up");
        assert_eq!(older.event, beginning().into());
        assert!(entry_of(&bytes[..bytes.len() - 2]).is_err());
        assert!(entry_of(&[bytes, vec![0]].concat()).is_err());
    }

    #[test]
    fn what_is_open_is_never_read_as_hidden_nor_the_reverse() {
        let confirmed = Event::Luzhanqi {
            seen: Box::new(luzhanqi::Seen::Confirmed { by: Color::Red }),
            clocks: ClockReading::default(),
        };
        let bytes = kept(confirmed.into());
        assert!(matches!(entry_of(&bytes), Ok(JournalEntry { event: GameEvent::Public(_), .. })));
    }
}
