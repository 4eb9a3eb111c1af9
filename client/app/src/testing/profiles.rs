//! Lobbies with an open profile or leaderboard.

use super::*;
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_model::testing::rating_class;
use chuhe_protocol::{
    BestWin, Completion, FairPlay, GameId, GameKind, KindTally, Leaderboard, LeaderboardRow, Place,
    PlayedOpening, PlayerId, Profile, ProfileMessage, RatingPoint, RatingRecord, SearchWait, ShownRating,
    Tally, Unfinished, UnfinishedGame, WaitReason,
};
use chuhe_rules::clock::Speed;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::Move;

/// The first day of the curves.
const DAY: u32 = 20_700;

/// The time of day at which a client [with a clock](with_clock) starts, in milliseconds since 1970.
pub const STARTED_AT_MS: u64 = 1_790_000_000_000;

/// A client that has the time of day.
pub fn with_clock(mut world: World) -> World {
    world.app.desk.environment.started_at_ms = Some(STARTED_AT_MS);
    world
}

/// A profile of this player, who was here five minutes before the client started, with two ratings, of which one is provisional.
pub fn profile(player: PlayerId, called: &str) -> Profile {
    let curve = |games: u32, from: u16| -> Vec<RatingPoint> {
        let rating = |n: u32| from + (n * 37 % 90) as u16 + 2 * n as u16;
        (0..games).map(|n| RatingPoint { day: DAY + n / 3, rating: rating(n) }).collect()
    };
    let win = |opponent: &str, rating, day| BestWin { opponent: name(opponent), rating, day };
    let record = |class, games_missing, games: Tally, curve: Vec<RatingPoint>, best_wins| {
        let rating = curve.last().map_or(1500, |point| point.rating);
        RatingRecord { rating: ShownRating { class, rating, games_missing }, games, curve, best_wins }
    };
    let wins = vec![win("云中鹤", 1_712, 20_703), win("MinhAnh", 1_655, 20_701), win("阿强", 1_590, 20_710)];
    let fast = Tally { won: 31, drawn: 4, lost: 23 };
    Profile {
        player,
        name: name(called),
        last_seen_ms: Some(STARTED_AT_MS - 300_000),
        ratings: vec![
            record(rating_class(Speed::Fast), 0, fast, curve(58, 1_480), wins),
            record(
                rating_class(Speed::Normal),
                7,
                Tally { won: 3, ..Tally::default() },
                curve(3, 1_600),
                vec![],
            ),
        ],
        games: vec![
            KindTally { kind: GameKind::Xiangqi, games: Tally { won: 40, drawn: 6, lost: 31 } },
            KindTally {
                kind: GameKind::Luzhanqi(BoardKind::Cross),
                games: Tally { won: 2, drawn: 0, lost: 3 },
            },
        ],
        together: Tally { won: 3, drawn: 1, lost: 2 },
        openings: openings(),
        more_games: false,
        completion: Some(Completion { finished: 28, games: 30 }),
    }
}

/// Openings with each side, of which one as black has no name.
pub fn openings() -> Vec<PlayedOpening> {
    let opening = |color, moves: &str, [won, drawn, lost]: [u32; 3]| {
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let first_moves = FirstMoves::try_from(moves).unwrap();
        PlayedOpening { color, first_moves, games: Tally { won, drawn, lost } }
    };
    vec![
        opening(Color::Red, "h2e2 h9g7", [15, 2, 9]),
        opening(Color::Red, "c3c4 h7e7", [4, 1, 2]),
        opening(Color::Red, "a0a1 h9g7", [1, 0, 0]),
        opening(Color::Black, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", [12, 2, 11]),
        opening(Color::Black, "h2e2 h7e7", [5, 0, 6]),
        opening(Color::Black, "h2e2 a9a8", [0, 1, 3]),
    ]
}

/// A leaderboard of xiangqi at the usual speed, on which two players still need games.
pub fn leaderboard(own: PlayerId, called: &str) -> Leaderboard {
    let row = |player, called: &str, rating, games, place| LeaderboardRow {
        player: PlayerId(player),
        name: name(called),
        rating,
        games,
        place,
    };
    let own =
        LeaderboardRow { player: own, ..row(0, called, 1_548, 4, Place::Missing { games: 6, opponents: 2 }) };
    Leaderboard {
        class: rating_class(Speed::Normal),
        page: 0,
        pages: 2,
        rows: vec![
            row(70, "云中鹤", 1_842, 61, Place::Listed(1)),
            row(71, "MinhAnh", 1_790, 122, Place::Listed(2)),
            row(72, "阿强", 1_655, 33, Place::Listed(3)),
            row(73, "river_lin", 1_655, 18, Place::Listed(3)),
            row(74, "老马识途", 1_502, 40, Place::Listed(5)),
            own.clone(),
            row(75, "NguyễnĐức", 1_662, 1, Place::Missing { games: 9, opponents: 0 }),
        ],
        own: Some(own),
    }
}

/// Opens the profile of the other player in the lobby, with this answer.
pub fn with_profile(mut world: World, profile: Profile) -> World {
    world.act(ProfileAction::Show(profile.name.clone()).into());
    world.receive(ProfileMessage::Profile(Box::new(profile)));
    world
}

/// Opens the leaderboard, with this answer.
pub fn with_leaderboard(mut world: World, board: Leaderboard) -> World {
    world.act(ProfileAction::Leaderboard.into());
    world.receive(ProfileMessage::Leaderboard(Box::new(board)));
    world
}

/// What counts against the user: they abandoned the game at [`GAME`], and did not begin one before it. They wait for 20
/// minutes before the next search.
pub fn unfair() -> ProfileMessage {
    let game =
        |game, ago_min: u64, how| UnfinishedGame { game, ended_at_ms: STARTED_AT_MS - ago_min * 60_000, how };
    let against = vec![game(GameId(2), 60, Unfinished::NeverBegun), game(GAME, 0, Unfinished::Abandoned)];
    let why = WaitReason::Share { unfinished: 4, games: 5 };
    ProfileMessage::FairPlay(Box::new(FairPlay {
        against,
        wait: Some(SearchWait { left_ms: 20 * 60_000, why }),
    }))
}
