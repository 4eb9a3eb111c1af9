//! A third app watches two others play: as it stands, late, through a lost connection, to the end.

use crate::world::{Client, World};
use chuhe_client::core::action::{Action, ChatAction, Field, FormAction, LobbyAction, TableAction};
use chuhe_client::core::app::Screen;
use chuhe_client::core::table::Viewpoint;
use chuhe_protocol::{Activity, ColorChoice, GameId};
use chuhe_rules::{Color, Outcome, WinReason};

const MOVES: [&str; 6] = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"];

/// Two who have begun a game, and a third in the lobby.
fn three(seed: u8, delay_plies: u8) -> (World, [Client; 3], GameId) {
    let (mut world, [red, black, spectator]) = World::with_players(seed, ["Bo", "云中鹤", "七星"]);
    let delay = Action::Edit(Field::WatchDelay, delay_plies.to_string());
    world.begin_game(red, black, [Action::Form(FormAction::Color(ColorChoice::Red)), delay]);
    let game = world.table(red).game().id();
    world.until("the lobby shows the game", |world| {
        let visit = world.app(spectator).visit().expect("he has joined");
        let busy = visit.lobby().player(world.id(red)).expect("red is here");
        matches!(busy.activity, Activity::Playing { .. })
    });
    (world, [red, black, spectator], game)
}

fn watch(world: &mut World, spectator: Client, game: GameId) {
    world.act(spectator, Action::Lobby(LobbyAction::Watch(game)));
    world.until("he watches", |world| world.app(spectator).screen() == Screen::Table);
    assert_eq!(world.table(spectator).viewpoint(), Viewpoint::Spectator);
}

fn play(world: &mut World, [red, black]: [Client; 2], moves: &[&str]) {
    for mv in moves {
        let turn = world.table(red).turn();
        let (by, other) = if turn == Some(Color::Red) { (red, black) } else { (black, red) };
        world.play(by, other, mv);
    }
}

fn ply(world: &World, client: Client) -> usize {
    world.table(client).game().ply()
}

#[test]
fn a_game_is_watched_as_it_stands_and_on_through_a_lost_connection() {
    let (mut world, [red, black, spectator], game) = three(31, 0);
    play(&mut world, [red, black], &MOVES[..2]);
    watch(&mut world, spectator, game);
    assert_eq!(ply(&world, spectator), 2);
    play(&mut world, [red, black], &MOVES[2..3]);
    world.until("he sees the move", |world| ply(world, spectator) == 3);
    world.until("the players see who watches", |world| {
        let visit = world.app(red).visit().expect("he has joined");
        visit.spectators().is_some_and(|spectators| spectators.count == 1)
    });
    world.cut(spectator, false);
    play(&mut world, [red, black], &MOVES[3..]);
    world.heal(spectator);
    world.until("he sees what he missed", |world| ply(world, spectator) == MOVES.len());
    let (seen, known) = (world.table(spectator).game(), world.table(red).game());
    let [one, other] = [seen, known].map(|record| record.xiangqi().expect("xiangqi is played").moves());
    assert_eq!(one, other);
    assert_eq!(seen.next(), known.next());
}

#[test]
fn a_game_that_is_told_late_is_told_whole_at_its_end_with_the_spectators_talk() {
    let (mut world, [red, black, spectator], game) = three(32, 2);
    watch(&mut world, spectator, game);
    play(&mut world, [red, black], &MOVES);
    world.advance(2_000);
    assert_eq!(ply(&world, spectator), MOVES.len() - 2);
    world.act(spectator, Action::Chat(ChatAction::Phrase(0)));
    world.advance(1_000);
    assert_eq!(world.table(spectator).chat().lines().len(), 1);
    assert_eq!(world.table(red).chat().lines().len(), 0);
    world.at_table(red, TableAction::AskResign);
    world.at_table(red, TableAction::Resign);
    world.until("he sees the end", |world| world.outcome(spectator).is_some());
    assert_eq!(world.outcome(spectator), Some(Outcome::won(Color::Black, WinReason::Resignation)));
    assert_eq!(ply(&world, spectator), MOVES.len());
    world.until("the players hear the talk", |world| {
        world.table(red).chat().lines().any(|line| line.spectator)
    });
}

#[test]
fn watching_ends_with_a_game_of_ones_own_and_when_it_is_left() {
    let (mut world, [red, black, spectator], game) = three(33, 0);
    watch(&mut world, spectator, game);
    world.at_table(spectator, TableAction::Leave);
    play(&mut world, [red, black], &MOVES[..2]);
    world.advance(1_000);
    assert_eq!(world.app(spectator).screen(), Screen::Lobby);
    watch(&mut world, spectator, game);
    assert_eq!(ply(&world, spectator), 2);
    let other = world.join("老炮儿");
    world.until("he has come", |world| {
        let visit = world.app(other).visit();
        visit.is_some_and(|visit| visit.lobby().player(world.id(spectator)).is_some())
    });
    world.begin_game(other, spectator, []);
    world.until("he plays himself", |world| world.table(spectator).seat().is_some());
}
