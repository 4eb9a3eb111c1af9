//! Previews: the boards of running games that a lobby shows.

use crate::watching::QUIET;
use crate::world::{Client, World, untimed};
use chuhe_hub::HubConfig;
use chuhe_protocol::{
    ClientMessage, GameId, GameTerms, LobbyMessage, LobbyRequest, Preview, PreviewBoard, Refusal,
    ServerMessage, TableRequest, TakebackPolicy, Terms, limits,
};
use chuhe_rules::Color;
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_rules::xiangqi::Position;

fn preview(world: &mut World, client: Client, games: &[GameId]) {
    world.send(client, LobbyRequest::PreviewGames { games: games.to_vec() });
    world.advance(limits::PREVIEW_MS);
}

/// The previews that a client received since the last call.
fn previews(world: &mut World, client: Client) -> Vec<Preview> {
    let preview = |message| match message {
        ServerMessage::Lobby(LobbyMessage::Preview(preview)) => Some(*preview),
        _ => None,
    };
    world.received(client).into_iter().filter_map(preview).collect()
}

/// The position after the first `plies` of the quiet moves.
fn fen(plies: usize) -> String {
    let mut position = Position::start();
    for mv in &QUIET[..plies] {
        position.play(mv.parse().expect("a move")).expect("the move is legal");
    }
    position.fen()
}

/// The positions of xiangqi that a client received since the last call.
fn fens(world: &mut World, client: Client) -> Vec<String> {
    let fen = |preview: Preview| match preview.board {
        PreviewBoard::Xiangqi { fen, .. } => fen,
        PreviewBoard::Luzhanqi { .. } => panic!("another game"),
    };
    previews(world, client).into_iter().map(fen).collect()
}

#[test]
fn a_lobby_receives_the_board_and_then_its_changes() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    world.discard_received();
    preview(&mut world, cy, &[table.game]);
    assert_eq!(fens(&mut world, cy), [fen(0)]);
    world.play(&mut table, &QUIET[..2]);
    world.advance(limits::PREVIEW_MS);
    assert_eq!(fens(&mut world, cy), [fen(2)], "the moves of a second arrive as one board");
    world.advance(10 * limits::PREVIEW_MS);
    assert_eq!(fens(&mut world, cy), [""; 0], "an unchanged board is not sent again");
    preview(&mut world, cy, &[]);
    world.play(&mut table, &QUIET[2..4]);
    world.advance(limits::PREVIEW_MS);
    assert_eq!(fens(&mut world, cy), [""; 0]);
}

#[test]
fn a_preview_has_the_spectator_delay_until_the_game_ends() {
    let delay = 2;
    let mut world = World::with(HubConfig { watch_delay_plies: delay, ..HubConfig::seeded([1; 32]) });
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    preview(&mut world, cy, &[table.game]);
    assert_eq!(fens(&mut world, cy), [fen(0)]);
    for plies in 1..=6 {
        world.play(&mut table, &QUIET[plies - 1..plies]);
        world.advance(limits::PREVIEW_MS);
        let shown: Vec<String> = (plies > usize::from(delay)).then(|| fen(plies - 2)).into_iter().collect();
        assert_eq!(fens(&mut world, cy), shown, "after ply {plies}");
    }
    world.send(table.red(), TableRequest::Resign.at(table.game));
    world.advance(limits::PREVIEW_MS);
    let shown = previews(&mut world, cy);
    let [Preview { plies: 6, outcome: Some(_), board: PreviewBoard::Xiangqi { fen: last, .. }, .. }] =
        &shown[..]
    else {
        panic!("{shown:?}")
    };
    assert_eq!(*last, fen(6));
}

#[test]
fn a_preview_shows_the_clocks_that_spectators_see() {
    let timed = || crate::world::timed(TimeControl { game_ms: 600_000, ..TimeControl::UNTIMED });
    let left = |preview: &Preview, side| preview.clocks.and_then(|clocks| clocks.sides[side].game_ms);
    let mut world = World::new();
    let mut table = world.table(timed());
    world.play(&mut table, &QUIET[..3]);
    let cy = world.join("Cy");
    world.discard_received();
    world.advance(8_000);
    preview(&mut world, cy, &[table.game]);
    let shown = previews(&mut world, cy);
    assert_eq!(shown[0].clocks.and_then(|clocks| clocks.running), Some(Color::Black));
    assert!(left(&shown[0], Color::Black).is_some_and(|ms| ms < 595_000), "it runs");

    let mut world = World::with(HubConfig { watch_delay_plies: 2, ..HubConfig::seeded([1; 32]) });
    let mut table = world.table(timed());
    let cy = world.join("Cy");
    preview(&mut world, cy, &[table.game]);
    assert_eq!(previews(&mut world, cy)[0].clocks, None, "spectators see no move");
    world.play(&mut table, &QUIET[..3]);
    world.advance(8_000);
    world.send(cy, LobbyRequest::PreviewGames { games: Vec::new() });
    preview(&mut world, cy, &[table.game]);
    let shown = previews(&mut world, cy);
    let last = shown.last().expect("the first move is visible");
    assert_eq!((last.plies, last.clocks.and_then(|clocks| clocks.running)), (1, None));
    assert_eq!(left(last, Color::Black), Some(600_000), "the present clocks do not show");
}

#[test]
fn a_preview_of_a_game_that_is_over_has_the_clocks_of_its_end() {
    let time = TimeControl { game_ms: 600_000, move_ms: 60_000, ..TimeControl::UNTIMED };
    let mut world = World::new();
    let mut table = world.table(crate::world::timed(time));
    let cy = world.join("Cy");
    preview(&mut world, cy, &[table.game]);
    world.play(&mut table, &QUIET[..3]);
    world.advance(8_000);
    world.send(table.red(), TableRequest::Resign.at(table.game));
    world.advance(limits::PREVIEW_MS);
    let shown = previews(&mut world, cy);
    let last = shown.last().filter(|preview| preview.outcome.is_some()).expect("the end is shown");
    let clocks = last.clocks.expect("the game has clocks");
    let left = clocks.sides[Color::Black].move_ms.expect("a move has its time");
    assert_eq!(clocks.running, None);
    assert!((50_000..55_000).contains(&left), "{left}");
}

#[test]
fn a_preview_of_luzhanqi_shows_where_pieces_stand() {
    let mut world = World::new();
    let game = GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() };
    let table = world.table(Terms { game, takeback: TakebackPolicy::Off, ..untimed() });
    let cy = world.join("Cy");
    preview(&mut world, cy, &[table.game]);
    let count = |preview: &Preview| match &preview.board {
        PreviewBoard::Luzhanqi { red, black, .. } => [red.len(), black.len()],
        PreviewBoard::Xiangqi { .. } => panic!("another game"),
    };
    let shown = previews(&mut world, cy);
    assert_eq!(shown.iter().map(count).collect::<Vec<_>>(), [[0, 0]], "the pieces are set up");
    world.advance_with(&[cy, table.red(), table.black()], limits::SETUP_MS);
    let shown = previews(&mut world, cy);
    assert_eq!(shown.last().map(count), Some([25, 25]));
    assert_eq!(shown.last().and_then(|preview| preview.outcome), None);
}

#[test]
fn players_at_a_table_preview_nothing() {
    let mut world = World::new();
    let table = world.table(untimed());
    let request = ClientMessage::Lobby(LobbyRequest::PreviewGames { games: vec![table.game] });
    assert_eq!(world.refused(table.red(), request), Refusal::YouAreBusy);
    let [cy, di] = ["Cy", "Di"].map(|name| world.join(name));
    preview(&mut world, cy, &[table.game]);
    world.send(di, LobbyRequest::Challenge { opponent: cy.player, terms: untimed() });
    let opened = |message: &ServerMessage| match message {
        ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
        _ => None,
    };
    let challenge = world.received(cy).iter().find_map(opened).expect("a challenge");
    world.send(cy, LobbyRequest::AcceptChallenge { challenge });
    world.discard_received();
    let mut first = table;
    world.play(&mut first, &QUIET[..1]);
    world.advance(limits::PREVIEW_MS);
    assert_eq!(previews(&mut world, cy), []);
    world.hub.check_invariants();
}
