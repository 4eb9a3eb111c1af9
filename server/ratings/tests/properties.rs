//! What holds for any games: limits, independence of order, and equal bytes on replay.

use chuhe_ratings::{
    DEVIATIONS, PAIR_GAMES_A_DAY, RATINGS, RECENT_OPPONENTS, RatedGame, Rating, Standing, Standings,
    VOLATILITIES, fold, rate, record,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use proptest::prelude::*;
use std::collections::BTreeMap;

const WINNERS: [Option<Color>; 3] = [None, Some(Color::Red), Some(Color::Black)];

/// Games of `players` players in two classes over half a year, in the order of their ends.
fn games(players: u64) -> impl Strategy<Value = Vec<RatedGame<u8>>> {
    let game = (0..players, 0..players, 0..2_u8, 0..3_usize, 0..180 * Timestamp::DAY_MS);
    prop::collection::vec(game, 0..120).prop_map(|games| {
        let mut games: Vec<RatedGame<u8>> = (1..)
            .zip(games)
            .map(|(game, (red, black, class, winner, ms))| RatedGame {
                game,
                players: PerColor::new(red, black),
                class,
                winner: WINNERS[winner],
                ended_at: Timestamp::from_ms(ms),
            })
            .collect();
        games.sort_by_key(|game| (game.ended_at, game.game));
        games
    })
}

/// A standing with any numbers, sensible or not, as a damaged store may have it.
fn any_standing() -> impl Strategy<Value = Standing> {
    let number = || prop_oneof![any::<f64>(), -5000.0..5000.0_f64, 0.0..1.0_f64];
    (number(), number(), number(), any::<Option<u64>>()).prop_map(
        |(rating, deviation, volatility, rated_at)| {
            let rating = Rating { rating, deviation, volatility };
            Standing {
                rating,
                rated_at: rated_at.map(Timestamp::from_ms),
                wins: u32::MAX,
                ..Standing::default()
            }
        },
    )
}

fn assert_within_limits(rating: Rating) {
    assert!(RATINGS.contains(&rating.rating), "{rating:?}");
    assert!(DEVIATIONS.contains(&rating.deviation), "{rating:?}");
    assert!(VOLATILITIES.contains(&rating.volatility), "{rating:?}");
}

/// Everything in the standings as numbers whose equality is that of their bytes.
fn bits(standings: &Standings<u8>) -> Vec<u64> {
    let mut bits = Vec::new();
    for ((class, player), standing) in standings {
        let Rating { rating, deviation, volatility } = standing.rating;
        bits.extend([u64::from(*class), *player]);
        bits.extend([rating, deviation, volatility].map(f64::to_bits));
        bits.push(standing.rated_at.expect("a standing begins with a game").as_ms());
        bits.extend([standing.wins, standing.draws, standing.losses].map(u64::from));
        for met in &standing.recent {
            bits.extend([met.player, met.last_at.as_ms(), u64::from(met.games_that_day)]);
        }
        for point in &standing.history {
            bits.extend([u64::from(point.day), u64::from(point.rating)]);
        }
        for win in &standing.best_wins {
            bits.extend([win.opponent, u64::from(win.rating), u64::from(win.day)]);
        }
    }
    bits
}

proptest! {
    #[test]
    fn any_standings_give_ratings_within_the_limits(
        red in any_standing(),
        black in any_standing(),
        winner in 0..3_usize,
        ended_at in any::<u64>(),
    ) {
        let ended_at = Timestamp::from_ms(ended_at);
        let game = RatedGame { game: 1, players: PerColor::new(1, 2), class: (), winner: WINNERS[winner], ended_at };
        let rated = rate(&game, &red, &black).expect("the first game of a pair counts");
        for color in Color::ALL {
            let (standing, change) = (&rated.standings[color], rated.changes[color]);
            assert_within_limits(standing.rating);
            assert_within_limits(standing.rating_at(Timestamp::from_ms(u64::MAX)));
            prop_assert_eq!(change.after, standing.shown());
            let at = standing.rated_at.expect("a game was rated");
            prop_assert_eq!(standing.is_provisional(at), change.games_missing > 0);
            prop_assert!(change.games_missing <= 10);
        }
        let before = red.rating.clamped();
        let sign = game.winner.map_or(0, |winner| if winner == Color::Red { 1 } else { -1 });
        let moved = rated.standings.red.rating.rating - before.rating;
        prop_assert!(sign == 0 || moved * f64::from(sign) >= 0.0, "the winner's rating falls by {moved}");
        prop_assert!(moved.abs() <= 706.0);
        let expected = before.expected_score(black.rating.clamped());
        prop_assert!((0.0..=1.0).contains(&expected));
    }

    #[test]
    fn a_fold_stays_within_the_limits(games in games(6)) {
        for standing in fold(games).values() {
            assert_within_limits(standing.rating);
            prop_assert!(standing.recent.len() <= RECENT_OPPONENTS);
            prop_assert!(standing.recent.iter().all(|met| (1..=PAIR_GAMES_A_DAY).contains(&met.games_that_day)));
        }
    }

    #[test]
    fn a_replay_gives_the_bytes_of_the_live_server(games in games(6)) {
        let mut live = BTreeMap::new();
        let counted: Vec<bool> = games.iter().map(|game| record(&mut live, game).is_ok()).collect();
        prop_assert_eq!(bits(&live), bits(&fold(games.clone())));
        // what does not count leaves no trace
        let counted = games.into_iter().zip(counted).filter_map(|(game, counted)| counted.then_some(game));
        prop_assert_eq!(bits(&live), bits(&fold(counted)));
    }

    #[test]
    fn the_order_of_games_without_a_common_player_is_irrelevant(games in games(9)) {
        // players of one third meet each other only
        let third = |game: &RatedGame<u8>| game.players.red % 3;
        let games: Vec<_> = games.into_iter().filter(|game| third(game) == game.players.black % 3).collect();
        let mut apart = games.clone();
        apart.sort_by_key(third);
        prop_assert_eq!(bits(&fold(games)), bits(&fold(apart)));
    }

    #[test]
    fn no_pair_counts_more_often_than_the_limit_allows(winners in prop::collection::vec(0..3_usize, 8)) {
        let mut standings = BTreeMap::new();
        let counted = (0..).zip(winners).filter(|(ms, winner)| {
            let players = if ms % 2 == 0 { PerColor::new(1, 2) } else { PerColor::new(2, 1) };
            let game = RatedGame { game: *ms, players, class: 0, winner: WINNERS[*winner], ended_at: Timestamp::from_ms(*ms) };
            record(&mut standings, &game).is_ok()
        });
        prop_assert_eq!(counted.count(), usize::from(PAIR_GAMES_A_DAY));
    }
}

/// A season of twelve players, from a linear congruential generator so that it never changes.
fn season() -> Vec<RatedGame<u8>> {
    let mut state = 1_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut ended_ms = 1_700_000_000_000;
    (1..=500)
        .map(|game| {
            ended_ms += draw(Timestamp::DAY_MS);
            let players = PerColor::new(draw(12), draw(12));
            // the higher number wins more often
            let winner = match draw(24) {
                0 => None,
                luck if luck + players.black < 12 + players.red => Some(Color::Red),
                _ => Some(Color::Black),
            };
            RatedGame { game, players, class: 0, winner, ended_at: Timestamp::from_ms(ended_ms) }
        })
        .collect()
}

#[test]
fn the_bits_of_a_season_are_the_same_on_every_platform() {
    let standings = fold(season());
    let order: Vec<u64> = standings.keys().map(|(_, player)| *player).collect();
    assert_eq!(order, (0..12).collect::<Vec<u64>>());
    // FNV-1a
    let hash = bits(&standings)
        .into_iter()
        .flat_map(u64::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    assert_eq!(hash, 0xef39_840e_c369_25b7, "{hash:#x}: a rule was changed, or a platform differs");
    let shown = |player| standings[&(0, player)].shown();
    assert!(shown(11) > shown(0) + 200, "{} and {}", shown(11), shown(0));
}
