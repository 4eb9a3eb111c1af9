//! A spectator watches a game: live, delayed, over a lost connection, and to the end.

use crate::world::{Client, World};
use chuhe_app::Screen;
use chuhe_model::actions::action::{
    Action, ChatAction, Field, FormAction, FormField, LobbyAction, TableAction,
};
use chuhe_model::table::Viewpoint;
use chuhe_protocol::{Activity, ColorChoice, GameId};
use chuhe_rules::{Color, Outcome, WinReason};

const MOVES: [&str; 6] = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"];

/// Starts a game between two clients, with a third in the lobby.
fn game_and_visitor(seed: u8, delay_plies: u8) -> (World, [Client; 3], GameId) {
    let (mut world, [red, black, spectator]) = World::with_players(seed, ["Bo", "云中鹤", "七星"]);
    let delay = Action::Edit(Field::Form(FormField::WatchDelay), delay_plies.to_string());
    world.start_game(red, black, [Action::Form(FormAction::Color(ColorChoice::Red)), delay]);
    let game = world.table(red).game().id();
    world.until("the lobby shows the game", |world| {
        let visit = world.app(spectator).sessions().visit().expect("the client has joined");
        let playing = visit.lobby.player(world.id(red)).expect("red is in the player list");
        matches!(playing.activity, Activity::Playing { .. })
    });
    (world, [red, black, spectator], game)
}

/// Opens the game as a spectator.
fn watch(world: &mut World, spectator: Client, game: GameId) {
    world.act(spectator, Action::Lobby(LobbyAction::Watch(game)));
    world.until("the spectator is at the table", |world| world.app(spectator).screen() == Screen::Table);
    assert_eq!(world.table(spectator).game().viewpoint(), Viewpoint::Spectator);
}

/// Plays moves for whichever side is to move.
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
fn a_spectator_catches_up_on_joining_and_after_a_lost_connection() {
    let (mut world, [red, black, spectator], game) = game_and_visitor(31, 0);
    play(&mut world, [red, black], &MOVES[..2]);
    watch(&mut world, spectator, game);
    assert_eq!(ply(&world, spectator), 2);
    play(&mut world, [red, black], &MOVES[2..3]);
    world.until("the spectator sees the move", |world| ply(world, spectator) == 3);
    world.until("the players see the spectator", |world| {
        let table = world.app(red).sessions().table().expect("the game is shown");
        table.spectators.as_ref().is_some_and(|spectators| spectators.count == 1)
    });
    world.cut(spectator, false);
    play(&mut world, [red, black], &MOVES[3..]);
    world.heal(spectator);
    world.until("the spectator has caught up", |world| ply(world, spectator) == MOVES.len());
    let (watched, played) = (world.table(spectator).game(), world.table(red).game());
    let [one, other] = [watched, played].map(|record| record.xiangqi().expect("xiangqi is played").moves());
    assert_eq!(one, other);
    assert_eq!(watched.next(), played.next());
}

#[test]
fn a_delayed_game_and_the_spectator_chat_are_shown_in_full_at_the_end() {
    let (mut world, [red, black, spectator], game) = game_and_visitor(32, 2);
    watch(&mut world, spectator, game);
    play(&mut world, [red, black], &MOVES);
    world.advance(2_000);
    assert_eq!(ply(&world, spectator), MOVES.len() - 2);
    world.act(spectator, Action::Chat(ChatAction::Phrase(0)));
    world.advance(1_000);
    assert_eq!(world.table(spectator).tabs.chat.lines().len(), 1);
    assert_eq!(world.table(red).tabs.chat.lines().len(), 0);
    world.at_table(red, TableAction::AskGiveUp);
    world.at_table(red, TableAction::Resign);
    world.until("the spectator sees the end", |world| world.outcome(spectator).is_some());
    assert_eq!(world.outcome(spectator), Some(Outcome::won(Color::Black, WinReason::Resignation)));
    assert_eq!(ply(&world, spectator), MOVES.len());
    world.until("the players see the spectator chat", |world| {
        world.table(red).tabs.chat.lines().any(|line| line.spectator)
    });
}

#[test]
fn watching_ends_when_the_spectator_leaves_or_starts_a_game() {
    let (mut world, [red, black, spectator], game) = game_and_visitor(33, 0);
    watch(&mut world, spectator, game);
    world.at_table(spectator, TableAction::Leave);
    play(&mut world, [red, black], &MOVES[..2]);
    world.advance(1_000);
    assert_eq!(world.app(spectator).screen(), Screen::Lobby);
    watch(&mut world, spectator, game);
    assert_eq!(ply(&world, spectator), 2);
    let other = world.join("老炮儿");
    world.until("the new player sees the spectator", |world| {
        let visit = world.app(other).sessions().visit();
        visit.is_some_and(|visit| visit.lobby.player(world.id(spectator)).is_some())
    });
    world.start_game(other, spectator, []);
    world.until("the spectator has become a player", |world| world.table(spectator).game().seat().is_some());
}
