//! Tests of the boards of a tournament side by side: which of them the server is asked for.

use super::testing::boards::{beside_boards, board_preview, game_at, report};
use super::testing::*;
use super::{Screen, evening_boards};
use chuhe_model::actions::action::{Action, LobbyAction, TableAction};
use chuhe_model::actions::evening_action::{EveningAction, WallPage};
use chuhe_protocol::{ClientMessage, DoorMessage, Event as GameEvent, LobbyRequest, TableMessage};
use chuhe_rules::{Color, Outcome, WinReason};
use chuhe_tournaments::{BoardId, Event};

fn act(world: &mut World, action: EveningAction) {
    world.act(Action::Evening(action));
}

fn chosen(world: &mut World) -> Vec<Vec<u64>> {
    let games = |message| {
        let ClientMessage::Lobby(LobbyRequest::PreviewGames { games }) = message else { return None };
        Some(games.into_iter().map(|game| game.0).collect())
    };
    world.take_sent().into_iter().filter_map(games).collect()
}

fn left_ms(world: &World, board: u16) -> Option<u64> {
    let previews = &world.app.sessions.visit()?.lobby.previews;
    previews.board(game_at(board))?.clocks(world.now)?.sides[Color::Black].game_ms
}

#[test]
fn the_server_is_asked_for_the_boards_on_the_page_only() {
    let mut world = beside_boards(8);
    let first: Vec<u64> = (501..507).collect();
    assert_eq!(chosen(&mut world).last(), Some(&first), "as many as are legible");
    act(&mut world, EveningAction::Boards(Some(7)));
    assert_eq!(chosen(&mut world), [[507, 508]], "the last page that there is");
    act(&mut world, EveningAction::Wall(Some(WallPage::Boards(0))));
    assert_eq!(chosen(&mut world), [first]);
    act(&mut world, EveningAction::Wall(Some(WallPage::Standings)));
    assert_eq!(chosen(&mut world), [[0; 0]]);
    act(&mut world, EveningAction::Close);
    assert_eq!(world.evening().chosen.boards, Some(7));
    act(&mut world, EveningAction::Close);
    assert_eq!((world.evening().chosen.boards, world.app.screen()), (None, Screen::Evenings));
    assert_eq!(chosen(&mut world).last().map(Vec::len), Some(0));
}

#[test]
fn a_game_that_ended_stays_until_the_next_round_and_then_makes_way() {
    let mut world = beside_boards(2);
    chosen(&mut world);
    for board in [1, 2] {
        world.receive(board_preview(game_at(board), 3));
    }
    let ended = |board| Event::Finished { board: BoardId { round: 1, board }, winner: Some(Color::Red) };
    world.evening_events(vec![ended(1)]);
    assert!(left_ms(&world, 1).is_some());
    assert_eq!(chosen(&mut world), [[0; 0]; 0]);
    world.evening_events(vec![ended(2)]);
    world.pair_evening();
    report(&mut world, 2, 2);
    assert_eq!(chosen(&mut world), [[601, 602]]);
    assert_eq!(left_ms(&world, 1), None);
}

#[test]
fn the_screen_follows_the_clocks_and_stops_them_with_the_server() {
    let mut world = beside_boards(1);
    assert!(world.app.next_wakeup(world.now).is_none_or(|at| at > world.now.plus_ms(200)));
    world.receive(board_preview(game_at(1), 3));
    assert!(world.app.next_wakeup(world.now).is_some_and(|at| at <= world.now.plus_ms(101)));
    world.wait(1_000);
    assert_eq!(left_ms(&world, 1), Some(8_500));
    world.receive(DoorMessage::Paused);
    world.wait(1_000);
    assert_eq!(left_ms(&world, 1), Some(8_500));
}

#[test]
fn a_board_is_watched_alone_and_the_others_are_there_again_after_it() {
    let mut world = beside_boards(2);
    chosen(&mut world);
    world.act(Action::Lobby(LobbyAction::Watch(GAME)));
    world.receive(TableMessage::Watching { delay_plies: 0 }.at(GAME));
    watch::snapshot(&mut world, 1, vec![started(OTHER, watch::THIRD)]);
    assert_eq!(world.app.screen(), Screen::Table);
    assert_eq!(chosen(&mut world).last().map(Vec::len), Some(0));
    world.press(TableAction::Leave);
    assert_eq!((world.app.screen(), chosen(&mut world)), (Screen::Evenings, vec![vec![501, 502]]));
    assert!(!evening_boards::shown(&world.app.sessions, &world.app.desk, world.app.screen()).is_empty());
}

#[test]
fn who_plays_is_shown_no_boards_until_they_leave_the_table() {
    let mut world = beside_boards(2);
    let own = game_at(1);
    world.receive(TableMessage::Events { first: 0, events: vec![started(ME, OTHER)] }.at(own));
    act(&mut world, EveningAction::BackToEvening);
    assert_eq!(world.app.screen(), Screen::Evenings, "over the table");
    chosen(&mut world);
    act(&mut world, EveningAction::Boards(Some(0)));
    assert_eq!(chosen(&mut world), [[0; 0]; 0], "the server would refuse them");
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let ended = GameEvent::Ended { outcome, clocks: reading(None) };
    world.receive(TableMessage::Events { first: 1, events: vec![ended] }.at(own));
    world.press(TableAction::Leave);
    assert_eq!(chosen(&mut world).last(), Some(&vec![501, 502]));
}
