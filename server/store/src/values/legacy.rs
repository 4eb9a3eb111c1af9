//! The values of schema versions 1 and 2, which had no tags, and their way to today's.
//!
//! The fields of a key's value were laid out as those of the first tagged format. A journal entry
//! has to be decoded by trial: public, secret, or a beginning from before there was a time to set
//! up. That trial happens here only, once, when a database is migrated.

use super::event::{EventV1, StepV1};
use super::rows::{ListedGameV1, PlayerV1};
use super::{Format, Value, encode, set_aside};
use crate::Table;
use chuhe_protocol::wire::{self, Message};
use chuhe_rules::clock::{ClockReading, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The longest value of those versions.
const LIMIT_BYTES: usize = 4 << 10;

/// Where a value is stored, which says what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredIn {
    /// In a journal.
    Journal,
    /// At a key of this table.
    Key(Table),
}

/// Rewrites a value with its tag. One that cannot be decoded is set aside with all its bytes.
#[must_use]
pub fn upgrade(place: StoredIn, old: &[u8]) -> Vec<u8> {
    let value = match place {
        StoredIn::Journal => journal_entry(old),
        StoredIn::Key(Table::Players) => player(old),
        StoredIn::Key(Table::Sessions) => decode(old).map(Value::SessionV1),
        StoredIn::Key(Table::Challenges) => decode(old).map(Value::ChallengeV1),
        StoredIn::Key(Table::Games) => old.is_empty().then(|| Value::RoomV1 { notified: Vec::new() }),
        StoredIn::Key(Table::PlayerGames) => listed_game(old).map(Value::ListedGameV1),
        StoredIn::Key(Table::Meta) => alive_at(old).map(Value::AliveV1),
    };
    value.and_then(|value| encode(value).ok()).unwrap_or_else(|| set_aside(Format::Untagged, old))
}

/// The version of the rules of every game of those versions, encoded.
const FIRST_RULES: u8 = 1;

/// The marker that stood in a secret entry where a public one has the number of its event.
const SECRET: u32 = 200;

#[derive(Serialize, Deserialize)]
struct PublicEntry {
    at: Timestamp,
    event: EventV1,
}

#[derive(Serialize, Deserialize)]
struct SecretEntry {
    at: Timestamp,
    marker: u32,
    step: StepV1,
    clocks: ClockReading,
}

fn journal_entry(old: &[u8]) -> Option<Value> {
    if let Some(PublicEntry { at, event }) = decode(old)
        && !is_beginning(&event)
    {
        return Some(Value::PublicEntryV1 { at, event });
    }
    if let Some(SecretEntry { at, marker: SECRET, step, clocks }) = decode(old) {
        return Some(Value::SecretEntryV1 { at, step, clocks });
    }
    // a beginning ends before the version of the rules, and an early one before the time to set up
    let missing: [&[u8]; 2] = [&[FIRST_RULES], &[0, FIRST_RULES]];
    let mut decoded = missing.into_iter().filter_map(|missing| decode(&[old, missing].concat()));
    let PublicEntry { at, event } = decoded.next()?;
    is_beginning(&event).then_some(Value::PublicEntryV1 { at, event })
}

const fn is_beginning(event: &EventV1) -> bool {
    matches!(event, EventV1::Started(_))
}

fn player(old: &[u8]) -> Option<Value> {
    let (name, joined_at, password) = decode(old)?;
    Some(Value::PlayerV1(PlayerV1::early(name, joined_at, password)))
}

/// A game that was listed when all games were xiangqi ends before its kind.
fn listed_game(old: &[u8]) -> Option<ListedGameV1> {
    decode(old).or_else(|| decode(&[old, &[0]].concat()).filter(ListedGameV1::is_xiangqi))
}

fn alive_at(old: &[u8]) -> Option<Timestamp> {
    old.try_into().ok().map(|bytes| Timestamp::from_ms(u64::from_be_bytes(bytes)))
}

/// A value without a tag.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Untagged<T>(T);

impl<T: Serialize + DeserializeOwned> Message for Untagged<T> {
    const LIMIT_BYTES: usize = LIMIT_BYTES;
}

fn decode<T: Serialize + DeserializeOwned>(old: &[u8]) -> Option<T> {
    wire::decode::<Untagged<T>>(old).ok().map(|Untagged(value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Durability, Memory, Store, StoreError, Write, entries, values};
    use chuhe_hub::{Hub, HubConfig, JournalEntry, PlayerRow, Preferences, Restored, StoredGame};
    use chuhe_protocol::{Event, GameId, GameKind, GameSummary, PlayerId, PlayerName, Seat, limits};
    use chuhe_rules::luzhanqi::BoardKind;
    use chuhe_rules::{Color, Outcome, PerColor, WinReason};

    /// A journal of the first version of the server, one entry a line, in hexadecimal.
    const JOURNAL: &str = include_str!("../../tests/first_version_journal.txt");

    fn journal() -> Vec<Vec<u8>> {
        let byte = |pair: &[u8]| {
            let text = std::str::from_utf8(pair).expect("ASCII");
            u8::from_str_radix(text, 16).expect("hexadecimal")
        };
        JOURNAL.lines().map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect()
    }

    #[test]
    fn a_journal_of_the_first_version_is_upgraded_and_replayed() {
        let game = GameId(1 << 32);
        let upgraded = journal().into_iter().map(|old| upgrade(StoredIn::Journal, &old));
        let append = |(n, value)| Write::Append { journal: game.0, n, value };
        let writes: Vec<Write> = (0..).zip(upgraded).map(append).collect();
        let mut store = Memory::default();
        store.commit(&writes, Durability::Power).expect("memory has room");
        let stored = entries(&mut store, game, 0, limits::GAME_EVENTS).expect("every entry is decoded");
        assert_eq!(stored.len(), writes.len());

        let Some(Event::Started(beginning)) = stored[0].event.public() else { panic!("{:?}", stored[0]) };
        let row = |color: Color| {
            let seat = &beginning.seats[color];
            let row = PlayerRow {
                name: seat.name.clone(),
                joined_at: stored[0].at,
                password: None,
                has_played: false,
                preferences: Preferences::default(),
                computer_level: None,
                shared: None,
            };
            (seat.player, 1, row)
        };
        let players = Color::ALL.map(row).into();
        let at = stored.last().map(|entry: &JournalEntry| entry.at);
        let stored = StoredGame { game, revision: 1, entries: stored, damage: None, notified: Vec::new() };
        let restored = Restored { alive_at: at, players, games: vec![stored], ..Restored::default() };
        let (_, set_aside) = Hub::restore(HubConfig::seeded([2; 32]), at.expect("entries"), restored);
        assert_eq!(set_aside, []);
    }

    #[test]
    fn a_beginning_without_a_setup_time_is_upgraded() {
        let old = &journal()[0];
        let decoded = |old: &[u8]| values::decode::<JournalEntry>(&upgrade(StoredIn::Journal, old));
        let entry = decoded(old).expect("a beginning");
        let newer = [&old[..], &[0]].concat();
        assert_eq!(decoded(&newer), Ok(entry));
        assert!(decoded(&old[..old.len() - 1]).is_err());
        assert!(decoded(&[&newer[..], &[0]].concat()).is_err());
    }

    fn summary(kind: GameKind) -> GameSummary {
        let seat = |id, name| Seat { player: PlayerId(id), name: PlayerName::parse(name).expect("a name") };
        GameSummary {
            game: GameId(7),
            seats: PerColor::new(seat(1, "Bo"), seat(2, "An")),
            outcome: Outcome::won(Color::Red, WinReason::Resignation),
            plies: 87,
            ended_at_ms: 1_800_000_000_000,
            kind,
        }
    }

    /// Upgrades a listed game of version 2 without its last `cut` bytes.
    fn listed(kind: GameKind, cut: usize) -> Result<GameSummary, StoreError> {
        let tagged = encode(&summary(kind)).expect("a short value");
        let old = &tagged[1..tagged.len() - cut];
        values::decode(&upgrade(StoredIn::Key(Table::PlayerGames), old))
    }

    #[test]
    fn a_game_listed_before_there_were_kinds_was_xiangqi() {
        let boards = BoardKind::ALL.map(GameKind::Luzhanqi);
        for kind in boards.into_iter().chain([GameKind::Xiangqi]) {
            assert_eq!(listed(kind, 0), Ok(summary(kind)));
        }
        assert_eq!(listed(GameKind::Xiangqi, 1), Ok(summary(GameKind::Xiangqi)));
        assert!(listed(GameKind::Xiangqi, 2).is_err());
        // luzhanqi without its board is no game of any kind
        assert!(listed(GameKind::Luzhanqi(BoardKind::Classic), 1).is_err());
    }

    #[test]
    fn a_value_that_cannot_be_decoded_is_set_aside_with_its_bytes() {
        let places = Table::ALL.map(StoredIn::Key).into_iter().chain([StoredIn::Journal]);
        for place in places {
            assert_eq!(upgrade(place, b"\xffjunk"), b"\0\0\xffjunk", "{place:?}");
        }
        let set_aside = values::decode::<PlayerRow>(b"\0\0\xffjunk");
        assert!(matches!(set_aside, Err(StoreError::Damaged(why)) if why.contains("set aside")));
    }
}
