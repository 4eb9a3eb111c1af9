//! The profile of a player, the leaderboard, and the choice of what others see.
//!
//! The hub of the world registers no names, so it answers with refusals; the answers of a server with ratings follow.

use super::games::{OPPONENT, STARTED_AT_MS, Scene, USER};
use super::stages::{lobby, name};
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, BestWin, Completion, FairPlay, GameId, GameKind, KindTally, Leaderboard,
    LeaderboardRow, Place, PlayedOpening, PlayerId, Profile, ProfileMessage, RatingClass, RatingPoint,
    RatingRecord, SearchWait, ShownRating, Tally, Unfinished, UnfinishedGame, WaitReason,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Speed;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::Move;

/// The first day of the curves, in days since 1970.
const DAY: u32 = 20_380;

/// The user's name is registered, and the request for their latest games is answered.
fn registered(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.receive(ArchiveMessage::Games { games: Vec::new(), more: false });
    scene.receive(AccountMessage::Registered);
    scene
}

const fn class(speed: Speed) -> RatingClass {
    RatingClass { kind: GameKind::Xiangqi, speed }
}

/// The leaderboard of a class, on which the user still needs games.
pub(super) fn leaderboard(lang: Lang) -> Scene {
    let mut scene = registered(lang);
    scene.act(ProfileAction::Leaderboard.into());
    scene.world.advance(1_000);
    let row = |player, called: &str, rating, games, place| {
        let (player, name) = (PlayerId(player), name(called));
        LeaderboardRow { player, name, rating, games, place }
    };
    let user = scene.world.id(scene.user).0;
    let own = row(user, USER, 1_548, 4, Place::Missing { games: 6, opponents: 2 });
    let rows = vec![
        row(70, OPPONENT, 1_842, 61, Place::Listed(1)),
        row(71, "MinhAnh", 1_790, 122, Place::Listed(2)),
        row(72, "阿强", 1_655, 33, Place::Listed(3)),
        row(73, "river_lin", 1_655, 18, Place::Listed(3)),
        row(74, "老马识途", 1_502, 40, Place::Listed(5)),
        own.clone(),
        row(75, "LongestNickname1", 1_662, 1, Place::Missing { games: 9, opponents: 0 }),
    ];
    let board = Leaderboard { class: class(Speed::Normal), page: 0, pages: 2, rows, own: Some(own) };
    scene.receive(ProfileMessage::Leaderboard(Box::new(board)));
    scene
}

/// The profile of another player with two ratings.
pub(super) fn profile(lang: Lang) -> Scene {
    with_profile(lang, sample())
}

/// The profile of a player without a rating, whose openings are in sight.
pub(super) fn openings(lang: Lang) -> Scene {
    with_profile(lang, Profile { ratings: Vec::new(), ..sample() })
}

fn with_profile(lang: Lang, profile: Profile) -> Scene {
    let mut scene = registered(lang);
    scene.act(ProfileAction::Show(profile.name.clone()).into());
    scene.world.advance(1_000);
    scene.receive(ProfileMessage::Profile(Box::new(profile)));
    scene
}

/// The user's own profile, with games that count against them and the wait before the next search.
pub(super) fn own_profile(lang: Lang) -> Scene {
    let mut scene = registered(lang);
    let player = scene.world.id(scene.user);
    scene.act(ProfileAction::Show(name(USER)).into());
    scene.world.advance(1_000);
    let how = [Unfinished::Abandoned, Unfinished::NeverBegun, Unfinished::Abandoned];
    let game = |(n, how): (u64, Unfinished)| UnfinishedGame {
        game: GameId(1_000 + n),
        ended_at_ms: STARTED_AT_MS - 7_200_000 + 1_000_000 * n,
        how,
    };
    let why = WaitReason::Share { unfinished: 3, games: 7 };
    let wait = Some(SearchWait { left_ms: 5_400_000, why });
    let against = (0..).zip(how).map(game).collect();
    scene.receive(ProfileMessage::FairPlay(Box::new(FairPlay { against, wait })));
    scene.receive(ProfileMessage::Profile(Box::new(Profile { player, name: name(USER), ..sample() })));
    scene
}

/// An opening of the player, with the games won, drawn and lost.
fn opening(color: Color, moves: &str, [won, drawn, lost]: [u32; 3]) -> PlayedOpening {
    let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().expect("a move")).collect();
    let first_moves = FirstMoves::try_from(moves).expect("few moves");
    PlayedOpening { color, first_moves, games: Tally { won, drawn, lost } }
}

fn sample() -> Profile {
    let curve = |games: u32, from: u16| -> Vec<RatingPoint> {
        let rating = |n: u32| from + (n * 37 % 90) as u16 + 2 * n as u16;
        (0..games).map(|n| RatingPoint { day: DAY + n / 3, rating: rating(n) }).collect()
    };
    let win = |opponent: &str, rating, days| BestWin { opponent: name(opponent), rating, day: DAY + days };
    let record = |speed, games_missing, games: Tally, curve: Vec<RatingPoint>, best_wins| {
        let rating = curve.last().map_or(1_500, |point| point.rating);
        let rating = ShownRating { class: class(speed), rating, games_missing };
        RatingRecord { rating, games, curve, best_wins }
    };
    let wins = vec![win("LongestNickname1", 1_712, 3), win("MinhAnh", 1_655, 1), win("阿强", 1_590, 10)];
    let tally = |won, drawn, lost| Tally { won, drawn, lost };
    Profile {
        player: PlayerId(70),
        name: name(OPPONENT),
        last_seen_ms: Some(STARTED_AT_MS - 7_200_000),
        ratings: vec![
            record(Speed::Fast, 0, tally(31, 4, 23), curve(58, 1_480), wins),
            record(Speed::Normal, 7, tally(3, 0, 0), curve(3, 1_600), Vec::new()),
        ],
        games: vec![
            KindTally { kind: GameKind::Xiangqi, games: tally(40, 6, 31) },
            KindTally { kind: GameKind::Luzhanqi(BoardKind::Cross), games: tally(2, 0, 3) },
        ],
        together: tally(3, 1, 2),
        openings: vec![
            opening(Color::Red, "h2e2 h9g7", [15, 2, 9]),
            opening(Color::Red, "c3c4 h7e7", [4, 1, 2]),
            opening(Color::Red, "a0a1 h9g7", [1, 0, 0]),
            opening(Color::Black, "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", [12, 2, 11]),
            opening(Color::Black, "g3g4 h7g7", [5, 0, 6]),
            opening(Color::Black, "h2e2 a9a8", [0, 1, 3]),
        ],
        more_games: false,
        completion: Some(Completion { finished: 28, games: 30 }),
    }
}

/// The page of the settings about other players.
pub(super) fn settings_about_others(lang: Lang) -> Scene {
    let mut scene = registered(lang);
    scene.act(Action::Settings(SettingsAction::Page(SettingsPage::Server)));
    scene
}
