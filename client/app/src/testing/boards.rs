//! A client that watches the boards of a tournament side by side.

use super::World;
use super::evenings::{entered, evening_code, swiss_plan};
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_protocol::{
    EveningBoard, EveningMessage, EveningPart, EveningRound, GameId, LobbyMessage, Preview, PreviewBoard,
    ServerMessage,
};
use chuhe_rules::clock::{ClockReading, SideReading};
use chuhe_rules::xiangqi::{Move, Position};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{BoardId, Event, PlayerId};

/// The moves on the boards, of which each has some.
const MOVES: [&str; 4] = ["h2e2", "h9g7", "h0g2", "b9c7"];

/// The game at this board.
#[must_use]
pub fn game_at(board: u16) -> GameId {
    GameId(500 + u64::from(board))
}

/// A spectator of a tournament whose first round runs on so many boards, which are shown side by side.
#[must_use]
pub fn beside_boards(boards: u16) -> World {
    let mut world = World::in_evening(swiss_plan(), EveningPart { organises: false, player: None });
    world.evening_events((1..=boards * 2).map(|at| entered(&format!("P{at}"), None)).collect());
    world.evening_events(vec![Event::Started { seed: 5 }]);
    world.pair_evening();
    report(&mut world, 1, boards);
    world.act(EveningAction::Boards(Some(0)).into());
    world
}

/// The server reports that so many boards of a round are played there.
pub fn report(world: &mut World, round: u16, boards: u16) {
    let live = |board: u16| EveningBoard {
        board: BoardId { round, board },
        game: Some(GameId(game_at(board).0 + u64::from(round - 1) * 100)),
        here: PerColor::splat(true),
        late_in_ms: None,
        is_paused: false,
    };
    world.receive(EveningMessage::Round(Box::new(EveningRound {
        code: evening_code(),
        here: (1..=boards * 2).map(PlayerId).collect(),
        boards: (1..=boards).map(live).collect(),
        next_in_ms: None,
        objections: Vec::new(),
        pause: None,
    })));
}

/// The board of a game after so many moves; red has a minute left, and black runs out of time.
#[must_use]
pub fn board_preview(game: GameId, plies: u16) -> ServerMessage {
    let moves: Vec<Move> =
        MOVES.iter().take(usize::from(plies)).map(|mv| mv.parse().expect("a move")).collect();
    let mut position = Position::start();
    for mv in &moves {
        position.play(*mv).expect("a legal move");
    }
    let left = |ms| SideReading { game_ms: Some(ms), read_ms: None, move_ms: None };
    let sides = PerColor::new(left(60_000), left(9_500));
    ServerMessage::Lobby(LobbyMessage::Preview(Box::new(Preview {
        game,
        plies,
        outcome: None,
        board: PreviewBoard::Xiangqi { fen: position.fen(), last: moves.last().copied() },
        clocks: Some(ClockReading { sides, running: Some(Color::Black) }),
    })))
}
