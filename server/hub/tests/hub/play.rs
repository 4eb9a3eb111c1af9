//! Moves, mate, resignation and abort.

use crate::luzhanqi_table::{luzhanqi, march, plain};
use crate::outputs;
use crate::world::{MATE, Table, World, mv, outcome, untimed};
use chuhe_hub::{Input, Output};
use chuhe_protocol::{ClientMessage, Event, GameId, Refusal, Request, TableRequest};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::xiangqi::IllegalMove;
use chuhe_rules::{AbortReason, Color, GameMove, Outcome, PerColor, WinReason};

fn play(table: &Table, ply: u16, text: &str) -> ClientMessage {
    TableRequest::Play { ply, mv: mv(text), premove: false }.at(table.game)
}

#[test]
fn a_mate_ends_the_game_and_both_see_the_same_events() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &MATE);
    let journal = world.journal(table.red(), table.game);
    assert_eq!(journal.len(), 1 + MATE.len() + 1);
    assert_eq!(journal, world.journal(table.black(), table.game));
    assert_eq!(outcome(&journal), Outcome::won(Color::Red, WinReason::Checkmate));
    assert_eq!(world.refused(table.black(), play(&table, 5, "a9a8")), Refusal::GameOver);
}

#[test]
fn a_move_goes_to_the_opponent_first_because_the_movers_board_shows_it() {
    let mut world = World::new();
    let table = world.table(untimed());
    check_first_receivers(&mut world, &table, ["h2e2", "h9g7"].map(mv));
    let mut world = World::new();
    let table = world.armed(luzhanqi(BoardKind::Classic), PerColor::splat(plain()));
    check_first_receivers(
        &mut world,
        &table,
        ["s21s22", "n21n22"].map(|text| march(text.parse().expect("a move"))),
    );
}

/// Plays a move of each side, and checks who receives it at once and who at low priority.
fn check_first_receivers(world: &mut World, table: &Table, moves: [GameMove; 2]) {
    let players = [(table.red(), table.black()), (table.black(), table.red())];
    for (ply, (mv, (mover, other))) in (0..).zip(moves.into_iter().zip(players)) {
        let message = TableRequest::Play { ply, mv, premove: false }.at(table.game);
        let request = Request { number: 1_000, message };
        world.hub.handle(world.now(), Input::Received(mover.connection, request));
        let sent = outputs::take(&mut world.hub, usize::MAX);
        let receivers = sent.iter().filter_map(|output| match output {
            Output::SendAlso { to, also, .. } => Some((*to, *also)),
            _ => None,
        });
        assert_eq!(receivers.collect::<Vec<_>>(), [(other.connection, mover.connection)]);
    }
}

#[test]
fn an_illegal_move_is_refused_and_sent_to_nobody() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let illegal = |why| Refusal::Illegal(IllegalPlay::Xiangqi(why));
    let refused = world.refused(table.red(), play(&table, 0, "a0b4"));
    assert_eq!(refused, illegal(IllegalMove::NotItsMove));
    let refused = world.refused(table.red(), play(&table, 0, "a9a8"));
    assert_eq!(refused, illegal(IllegalMove::NotYourPiece));
    let refused = world.refused(table.black(), play(&table, 0, "a9a8"));
    assert_eq!(refused, illegal(IllegalMove::NotYourTurn));
    world.play(&mut table, &["h2e2"]);
    let refused = world.refused(table.red(), play(&table, 1, "a0a1"));
    assert_eq!(refused, illegal(IllegalMove::NotYourTurn));
}

#[test]
fn a_move_for_another_ply_is_refused_and_a_repeated_one_ignored() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    let wrong = Refusal::WrongPly { expected: 2 };
    assert_eq!(world.refused(table.red(), play(&table, 1, "h0g2")), wrong);
    assert_eq!(world.refused(table.red(), play(&table, 4, "h0g2")), wrong);
    assert_eq!(world.refused(table.red(), play(&table, 0, "h0g2")), wrong, "another move at that ply");
    assert_eq!(world.refused(table.black(), play(&table, 0, "h2e2")), wrong, "another's move");
    let before = world.sent;
    world.send(table.red(), play(&table, 0, "h2e2"));
    world.send(table.black(), play(&table, 1, "h9g7"));
    assert_eq!(world.sent, before, "a repeated move is ignored without a message");
}

#[test]
fn a_repeated_mating_move_is_ignored() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &MATE);
    let before = world.sent;
    world.send(table.red(), play(&table, 4, MATE[4]));
    assert_eq!(world.sent, before);
}

#[test]
fn requests_of_strangers_to_a_game_are_refused() {
    let mut world = World::new();
    let table = world.table(untimed());
    let cy = world.join("Cy");
    assert_eq!(world.refused(cy, play(&table, 0, "h2e2")), Refusal::NotYourGame);
    assert_eq!(world.refused(cy, TableRequest::Abort.at(table.game)), Refusal::NotYourGame);
    let nowhere = TableRequest::Resign.at(GameId(1));
    assert_eq!(world.refused(table.red(), nowhere), Refusal::NoSuchGame);
}

#[test]
fn resigning_ends_the_game_at_once() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.send(table.red(), TableRequest::Resign.at(table.game));
    for client in [table.red(), table.black()] {
        let expected = Outcome::won(Color::Black, WinReason::Resignation);
        assert_eq!(outcome(&world.events(client)), expected);
    }
    let again = TableRequest::Resign.at(table.game);
    assert_eq!(world.refused(table.black(), again), Refusal::GameOver);
}

#[test]
fn before_both_have_moved_a_game_can_be_aborted_but_not_resigned() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let (resign, abort) = (
        ClientMessage::Table { game: table.game, request: TableRequest::Resign },
        ClientMessage::Table { game: table.game, request: TableRequest::Abort },
    );
    world.play(&mut table, &["h2e2"]);
    assert_eq!(world.refused(table.red(), resign), Refusal::ResignTooEarly);
    world.send(table.black(), abort);
    let events = world.events(table.red());
    let expected = Outcome::Aborted(AbortReason::Requested(Color::Black));
    assert!(matches!(events[..], [Event::Ended { outcome, .. }] if outcome == expected), "{events:?}");
}

#[test]
fn a_game_cannot_be_aborted_once_both_have_moved() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    let abort = TableRequest::Abort.at(table.game);
    assert_eq!(world.refused(table.red(), abort), Refusal::AbortTooLate);
}
