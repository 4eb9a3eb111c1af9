//! A journal written by the first version of the server is still read and replayed.

use chuhe_hub::{Hub, HubConfig, JournalEntry, PlayerRow, Restored, StoredGame};
use chuhe_protocol::{Event, GameId, limits};
use chuhe_rules::Color;
use chuhe_server::store::{Durability, Memory, Store, Write, entries};

/// One journal entry a line, in hexadecimal.
const JOURNAL: &str = include_str!("first_version_journal.txt");

#[test]
fn a_journal_of_the_first_version_is_read_and_replayed() {
    let game = GameId(1 << 32);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    let value = |line: &str| line.as_bytes().chunks(2).map(byte).collect();
    let append = |(n, line)| Write::Append { journal: game.0, n, value: value(line) };
    let writes: Vec<Write> = (0..).zip(JOURNAL.lines()).map(append).collect();
    let mut store = Memory::default();
    store.commit(&writes, Durability::Power).unwrap();
    let kept = entries(&mut store, game, 0, limits::GAME_EVENTS).unwrap();
    assert_eq!(kept.len(), writes.len());

    let Some(Event::Started(beginning)) = kept[0].event.public() else { panic!("{:?}", kept[0]) };
    let row = |color: Color| {
        let seat = &beginning.seats[color];
        let row = PlayerRow { name: seat.name.clone(), joined_at: kept[0].at, password: None };
        (seat.player, 1, row)
    };
    let players = Color::ALL.map(row).into();
    let at = kept.last().map(|entry: &JournalEntry| entry.at);
    let stored = StoredGame { game, revision: 1, entries: kept, damage: None };
    let restored = Restored { alive_at: at, players, games: vec![stored], ..Restored::default() };
    let (_, set_aside) = Hub::restore(HubConfig::seeded([2; 32]), at.unwrap(), restored);
    assert_eq!(set_aside, []);
}
