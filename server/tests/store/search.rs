//! Searches in a list that is longer than a page, and around damage.

use crate::migration::{BO, FINISHED_XIANGQI, fixture, listed};
use chuhe_hub::GameSearch;
use chuhe_protocol::{GameFilter, GameId, limits};
use chuhe_rules::xiangqi::Position;
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Memory, Store, Write, find_games};

fn search(filter: GameFilter) -> GameSearch {
    GameSearch::parse(BO, filter).unwrap()
}

#[test]
fn a_search_reads_page_after_page() {
    let mut store = Memory::default();
    let games: Vec<Write> = (1..=200).map(listed).collect();
    store.commit(&games, Durability::Power).unwrap();
    let mut find = |opponent: &str, before: Option<u64>, limit| {
        let filter = GameFilter { opponent: opponent.into(), ..GameFilter::default() };
        let (games, next) = find_games(&mut store, search(filter), before.map(GameId), limit).unwrap();
        (games.iter().map(|game| game.game.0).collect::<Vec<_>>(), next.map(|next| next.0))
    };
    assert_eq!(find("gu", None, 2), (vec![200, 199], Some(199)));
    assert_eq!(find("gu", Some(199), 150), ((49..=198).rev().collect(), Some(49)));
    assert_eq!(find("gu", Some(49), 150), ((1..=48).rev().collect(), None));
    assert_eq!(find("bo", None, 150), (vec![], None));
}

#[test]
fn a_search_for_a_position_reads_the_events_of_the_games() {
    let folder = fixture();
    let mut store = Sqlite::open(folder.path()).unwrap();
    // games in the list without any events are not found, and hide none
    let damaged: Vec<Write> = (1..=9).map(|n| listed(FINISHED_XIANGQI.0 + 1_000_000 + n)).collect();
    store.commit(&damaged, Durability::Power).unwrap();
    let mut find = |position: &str| {
        let filter = GameFilter { position: Some(position.into()), ..GameFilter::default() };
        let (games, next) = find_games(&mut store, search(filter), None, limits::GAMES_PER_FRAME).unwrap();
        assert_eq!(next, None);
        games.iter().map(|game| game.game).collect::<Vec<_>>()
    };
    assert_eq!(find(&Position::start().fen()), [FINISHED_XIANGQI]);
    assert_eq!(find("4k4/9/9/9/9/9/9/9/4A4/4K4 w"), []);
}
