//! Lists of finished games, journals, and searches in them.

use super::{AN, AT, BO, append, seat, set, store_with, summary};
use chuhe_hub::{GameEvent, GameSearch, JournalEntry, Record};
use chuhe_protocol::{Event, GameFilter, GameId, GameStart, PlayerId, Terms};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, GameMove, PerColor, RulesVersion};
use chuhe_store::values::text::TextValue;
use chuhe_store::{
    Memory, Table, Write, entries, find_games, game_of_list, games_of, has_listed, listed_games, warned,
    write_of,
};

/// The write that lists a game for a player.
fn listed(player: PlayerId, game: u64) -> Write {
    write_of(&Record::PlayerGame { player, summary: summary(game) }).unwrap()
}

/// The same write, with a value that cannot be decoded.
fn damaged(player: PlayerId, game: u64) -> Write {
    let Write::Set { table, key, .. } = listed(player, game) else { panic!("a list has keys") };
    set(table, &key, 0, b"\xff")
}

/// The numbers of a player's games, and whether there are more.
fn numbers(store: &mut Memory, before: Option<u64>, most: usize) -> (Vec<u64>, bool) {
    let (games, more) = games_of(store, BO, before.map(GameId), most).unwrap();
    (games.into_iter().map(|game| game.game.0).collect(), more)
}

#[test]
fn a_list_is_read_latest_first_and_page_after_page() {
    let others = [listed(PlayerId(0), 3), listed(AN, 3), listed(PlayerId(1 << 8), 3)];
    let games = [300, 2, 5, 4].map(|game| listed(BO, game));
    let mut store = store_with(&[&others[..], &games[..]].concat());
    assert_eq!(numbers(&mut store, None, 9), (vec![300, 5, 4, 2], false));
    assert_eq!(numbers(&mut store, None, 4), (vec![300, 5, 4, 2], false));
    assert_eq!(numbers(&mut store, None, 3), (vec![300, 5, 4], true));
    assert_eq!(numbers(&mut store, Some(5), 1), (vec![4], true));
    assert_eq!(numbers(&mut store, Some(4), 1), (vec![2], false));
    assert_eq!(numbers(&mut store, Some(2), 1), (vec![], false));
    assert_eq!(games_of(&mut store, BO, Some(GameId(3)), 1), Ok((vec![summary(2)], false)));
}

#[test]
fn older_games_fill_the_places_of_those_that_cannot_be_decoded() {
    let rows = (1..=9).map(|game| if game % 3 == 0 { listed(BO, game) } else { damaged(BO, game) });
    let mut store = store_with(&rows.collect::<Vec<_>>());
    assert_eq!(numbers(&mut store, None, 1), (vec![9], true));
    assert_eq!(numbers(&mut store, None, 2), (vec![9, 6], true));
    assert_eq!(numbers(&mut store, None, 3), (vec![9, 6, 3], false));
    assert_eq!(numbers(&mut store, None, 4), (vec![9, 6, 3], false));
}

#[test]
fn a_value_of_an_export_is_stored_as_it_was() {
    let Write::Set { value, .. } = listed(BO, 3) else { panic!("a list has values") };
    assert_eq!(TextValue::from(&summary(3)).encode().map(Some), Ok(value));
}

#[test]
fn an_unusable_row_is_warned_of_once() {
    let key = b"a key of this test only";
    assert!(warned::admit(Table::Meta, key));
    assert!(!warned::admit(Table::Meta, key));
    assert!(warned::admit(Table::Players, key), "tables are independent");
}

#[test]
fn listed_games_are_found_by_their_keys() {
    let mut store = store_with(&[listed(BO, 7), listed(BO, 5), listed(AN, 7), damaged(AN, 6)]);
    assert_eq!(listed_games(&mut store), Ok([5, 6, 7].map(GameId).to_vec()));
    assert_eq!(has_listed(&mut store, BO, GameId(7)), Ok(true));
    assert_eq!(has_listed(&mut store, BO, GameId(6)), Ok(false), "the next key is that of game 7");
    assert_eq!(has_listed(&mut store, AN, GameId(8)), Ok(false));
    let key = [1_u64.to_be_bytes(), 258_u64.to_be_bytes()].concat();
    assert_eq!(game_of_list(&key), Some(GameId(258)));
    assert_eq!((game_of_list(&key[..15]), game_of_list(b"lost")), (None, None));
}

#[test]
fn many_listed_games_are_read() {
    let rows: Vec<Write> = (1..=2_000).map(|game| listed(BO, game)).collect();
    let all: Vec<GameId> = (1..=2_000).map(GameId).collect();
    assert_eq!(listed_games(&mut store_with(&rows)), Ok(all));
}

/// The journal of a game that begins with this move.
fn journal(game: u64, mv: &str) -> Vec<Write> {
    let terms = Terms::default();
    let start = GameStart {
        seats: PerColor::new(seat(BO, "Bo"), seat(AN, "An")),
        times: PerColor::splat(terms.challenger_time),
        terms,
        rematch_of: None,
        first_move_ms: 30_000,
        setup_ms: 0,
        rules: RulesVersion::CURRENT,
    };
    let mv = GameMove::Xiangqi(mv.parse().unwrap());
    let played = Event::Played { by: Color::Red, mv, clocks: ClockReading::default() };
    let events = [Event::Started(Box::new(start)), played].map(GameEvent::from);
    let record = |(n, event)| {
        let entry = JournalEntry { at: AT, event, premove: false };
        write_of(&Record::Event { game: GameId(game), n, entry }).unwrap()
    };
    (0..).zip(events).map(record).collect()
}

#[test]
fn entries_are_decoded_from_a_number_on() {
    let mut store = store_with(&journal(7, "h2e2"));
    let mut read = |from, most| entries(&mut store, GameId(7), from, most).unwrap();
    assert_eq!((read(0, 9).len(), read(0, 1).len(), read(2, 9).len()), (2, 1, 0));
    assert_eq!(read(1, 9), read(0, 9)[1..]);
    assert!(read(1, 1)[0].event.is_move());
    let mut damaged = store_with(&[append(7, 0, b"\xff")]);
    assert!(entries(&mut damaged, GameId(7), 0, 1).is_err());
}

fn find(
    store: &mut Memory,
    filter: GameFilter,
    before: Option<u64>,
    limit: usize,
) -> (Vec<u64>, Option<u64>) {
    let search = GameSearch::parse(BO, filter).unwrap();
    let (games, next) = find_games(store, search, before.map(GameId), limit).unwrap();
    (games.iter().map(|game| game.game.0).collect(), next.map(|next| next.0))
}

#[test]
fn a_search_reads_page_after_page() {
    let mut store = store_with(&(1..=200).map(|game| listed(BO, game)).collect::<Vec<_>>());
    let with = |opponent: &str| GameFilter { opponent: opponent.to_owned(), ..GameFilter::default() };
    assert_eq!(find(&mut store, with("an"), None, 2), (vec![200, 199], Some(199)));
    assert_eq!(find(&mut store, with("an"), Some(199), 150), ((49..=198).rev().collect(), Some(49)));
    assert_eq!(find(&mut store, with("an"), Some(49), 150), ((1..=48).rev().collect(), None));
    assert_eq!(find(&mut store, with("bo"), None, 150), (vec![], None));
}

#[test]
fn a_search_for_a_position_reads_the_games_and_leaves_out_those_that_cannot_be_decoded() {
    let mut writes: Vec<Write> = (1..=4).map(|game| listed(BO, game)).collect();
    for (game, mv) in [(1, "h2e2"), (2, "b2e2"), (3, "h2e2")] {
        writes.extend(journal(game, mv));
    }
    writes.push(append(4, 0, b"\xff"));
    let mut store = store_with(&writes);
    let mut position = Position::start();
    let at = |position: &Position| GameFilter { position: Some(position.fen()), ..GameFilter::default() };
    assert_eq!(find(&mut store, at(&position), None, 9), (vec![3, 2, 1], None));
    position.play("h2e2".parse().unwrap()).unwrap();
    assert_eq!(find(&mut store, at(&position), None, 9), (vec![3, 1], None));
    position.play("h9g7".parse().unwrap()).unwrap();
    assert_eq!(find(&mut store, at(&position), None, 9), (vec![], None));
}
