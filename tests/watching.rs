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
    let (mut world, [red, black, watcher]) = World::with_players(seed, ["Bo", "云中鹤", "七星"]);
    let delay = Action::Edit(Field::WatchDelay, delay_plies.to_string());
    world.begin_game(red, black, [Action::Form(FormAction::Color(ColorChoice::Red)), delay]);
    let game = world.table(red).record().id();
    world.until("the lobby shows the game", |world| {
        let visit = world.app(watcher).session().expect("he has joined");
        let busy = visit.lobby().player(world.id(red)).expect("red is here");
        matches!(busy.activity, Activity::Playing { .. })
    });
    (world, [red, black, watcher], game)
}

fn watch(world: &mut World, watcher: Client, game: GameId) {
    world.act(watcher, Action::Lobby(LobbyAction::Watch(game)));
    world.until("he watches", |world| world.app(watcher).screen() == Screen::Table);
    assert_eq!(world.table(watcher).viewpoint(), Viewpoint::Watcher);
}

fn play(world: &mut World, [red, black]: [Client; 2], moves: &[&str]) {
    for mv in moves {
        let turn = world.table(red).turn();
        let (by, other) = if turn == Some(Color::Red) { (red, black) } else { (black, red) };
        world.play(by, other, mv);
    }
}

fn ply(world: &World, client: Client) -> usize {
    world.table(client).record().ply()
}

#[test]
fn a_game_is_watched_as_it_stands_and_on_through_a_lost_connection() {
    let (mut world, [red, black, watcher], game) = three(31, 0);
    play(&mut world, [red, black], &MOVES[..2]);
    watch(&mut world, watcher, game);
    assert_eq!(ply(&world, watcher), 2);
    play(&mut world, [red, black], &MOVES[2..3]);
    world.until("he sees the move", |world| ply(world, watcher) == 3);
    world.until("the players see who watches", |world| {
        let visit = world.app(red).session().expect("he has joined");
        visit.watchers().is_some_and(|watchers| watchers.count == 1)
    });
    world.cut(watcher, false);
    play(&mut world, [red, black], &MOVES[3..]);
    world.heal(watcher);
    world.until("he sees what he missed", |world| ply(world, watcher) == MOVES.len());
    let (seen, known) = (world.table(watcher).record(), world.table(red).record());
    let [one, other] = [seen, known].map(|record| record.xiangqi().expect("xiangqi is played").moves());
    assert_eq!(one, other);
    assert_eq!(seen.next(), known.next());
}

#[test]
fn a_game_that_is_told_late_is_told_whole_at_its_end_with_the_watchers_talk() {
    let (mut world, [red, black, watcher], game) = three(32, 2);
    watch(&mut world, watcher, game);
    play(&mut world, [red, black], &MOVES);
    world.advance(2_000);
    assert_eq!(ply(&world, watcher), MOVES.len() - 2);
    world.act(watcher, Action::Chat(ChatAction::Phrase(0)));
    world.advance(1_000);
    assert_eq!(world.table(watcher).chat().lines().len(), 1);
    assert_eq!(world.table(red).chat().lines().len(), 0);
    world.at_table(red, TableAction::AskResign);
    world.at_table(red, TableAction::Resign);
    world.until("he sees the end", |world| world.outcome(watcher).is_some());
    assert_eq!(world.outcome(watcher), Some(Outcome::won(Color::Black, WinReason::Resignation)));
    assert_eq!(ply(&world, watcher), MOVES.len());
    world
        .until("the players hear the talk", |world| world.table(red).chat().lines().any(|line| line.watcher));
}

#[test]
fn watching_ends_with_a_game_of_ones_own_and_when_it_is_left() {
    let (mut world, [red, black, watcher], game) = three(33, 0);
    watch(&mut world, watcher, game);
    world.at_table(watcher, TableAction::Leave);
    play(&mut world, [red, black], &MOVES[..2]);
    world.advance(1_000);
    assert_eq!(world.app(watcher).screen(), Screen::Lobby);
    watch(&mut world, watcher, game);
    assert_eq!(ply(&world, watcher), 2);
    let other = world.join("老炮儿");
    world.until("he has come", |world| {
        let visit = world.app(other).session();
        visit.is_some_and(|visit| visit.lobby().player(world.id(watcher)).is_some())
    });
    world.begin_game(other, watcher, []);
    world.until("he plays himself", |world| world.table(watcher).seat().is_some());
}
