//! Players, games and records for tests of this crate and of those above it.

#![allow(clippy::unwrap_used, reason = "what fails here is a test")]

use chuhe_protocol::{
    Activity, ChallengePolicy, EarlierGames, Event as GameEvent, GameId, GameKind, GameStart, GameSummary,
    Player, PlayerId, PlayerName, RatingClass, Reach, Seat, Seek, Terms, Tick,
};
use chuhe_records::{GameTree, NodeId, Start};
use chuhe_rules::clock::{ClockReading, SideReading, Speed};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, RulesVersion, WinReason};

/// The user.
pub const ME: PlayerId = PlayerId(1);

/// The other player in the lobby.
pub const OTHER: PlayerId = PlayerId(2);

/// The game of the two.
pub const GAME: GameId = GameId(7);

/// A name that the rules of names allow.
pub fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

/// An idle player of this name.
pub fn player(id: PlayerId, text: &str) -> Player {
    let policy = ChallengePolicy::Everyone;
    Player {
        id,
        name: name(text),
        activity: Activity::Idle,
        connected: true,
        joined_ago_s: 70,
        policy,
        computer_level: None,
        registered: false,
        watching: None,
        seeking: None,
        ratings: Vec::new(),
    }
}

/// The clocks of a game while this side is to move.
pub fn reading(running: Option<Color>) -> ClockReading {
    let side = SideReading { game_ms: Some(767_000), read_ms: None, move_ms: Some(60_000) };
    ClockReading { sides: PerColor::splat(side), running }
}

/// The clocks that the server sends on a resume while this side is to move.
pub fn tick(running: Option<Color>) -> Tick {
    Tick {
        clocks: reading(running),
        round_trip_ms: PerColor::default(),
        setup_left_ms: None,
        first_move_left_ms: None,
        absence_left_ms: PerColor::splat(90_000),
        lag_quota_ms: PerColor::splat(3_000),
    }
}

/// Returns a player who has looked for an opponent on these terms for so many seconds.
pub fn seeker(id: PlayerId, text: &str, terms: Terms, since_ago_s: u32) -> Player {
    Player {
        seeking: Some(Box::new(Seek { terms: vec![terms], since_ago_s, reach: Reach::Anyone, live: true })),
        ..player(id, text)
    }
}

/// The start of a game of xiangqi between these two.
pub fn started(red: PlayerId, black: PlayerId) -> GameEvent {
    let seat = |player| Seat { player, name: name(if player == ME { "楚河客" } else { "云中鹤" }) };
    let terms = Terms::default();
    let times = terms.times(Color::Red);
    GameEvent::Started(Box::new(GameStart {
        seats: PerColor::new(seat(red), seat(black)),
        terms,
        times,
        rematch_of: None,
        first_move_ms: 30_000,
        setup_ms: 0,
        rules: RulesVersion::CURRENT,
    }))
}

/// The beginning of the rematch of [`GAME`], after games that red and black have won so often.
#[must_use]
pub fn rematch(red: PlayerId, black: PlayerId, won: [u16; 2]) -> GameEvent {
    let mut event = started(red, black);
    if let GameEvent::Started(start) = &mut event {
        start.rematch_of = Some(EarlierGames { last: GAME, won: PerColor::new(won[0], won[1]), drawn: 0 });
    }
    event
}

/// A move of xiangqi, such as `h2e2`.
pub fn played(by: Color, mv: &str) -> GameEvent {
    let mv = GameMove::Xiangqi(mv.parse().unwrap());
    GameEvent::Played { by, mv, clocks: reading(Some(by.opponent())) }
}

/// The kinds of game in turn.
pub fn kind(n: u64) -> GameKind {
    let boards = BoardKind::ALL.map(GameKind::Luzhanqi);
    boards.get(n as usize % 3).copied().unwrap_or(GameKind::Xiangqi)
}

/// A game the user won with red.
pub fn summary(game: u64) -> GameSummary {
    GameSummary {
        game: GameId(game),
        seats: PerColor::new(
            Seat { player: ME, name: name("楚河客") },
            Seat { player: OTHER, name: name("云中鹤") },
        ),
        outcome: Outcome::won(Color::Red, WinReason::Checkmate),
        plies: 42,
        ended_at_ms: 1_763_600_000_000 + game,
        kind: GameKind::Xiangqi,
        first_moves: FirstMoves::default(),
        rated: false,
        correction: None,
    }
}

/// A review of 500 moves with 1,000 variations of two moves.
pub fn large() -> GameTree {
    let mv = |text: &str| -> Move { text.parse().unwrap() };
    let mut tree = GameTree::new(Start::xiangqi());
    let mut replay = tree.replay();
    let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let line: Vec<NodeId> = there_and_back
        .into_iter()
        .cycle()
        .take(500)
        .map(|text| replay.play(&mut tree, mv(text)).unwrap())
        .collect();
    let others = [["i0i1", "h0g2"], ["i9i8", "h9g7"]];
    for (index, &node) in line.iter().enumerate() {
        let parent = tree.parent(node).unwrap();
        for text in others[index % 2] {
            replay.go_to(&tree, parent);
            replay.play(&mut tree, mv(text)).unwrap();
            let reply = others[(index + 1) % 2][0];
            replay.play(&mut tree, mv(reply)).unwrap();
        }
    }
    tree
}

/// The class of xiangqi at this speed.
pub const fn rating_class(speed: Speed) -> RatingClass {
    RatingClass { kind: GameKind::Xiangqi, speed }
}
