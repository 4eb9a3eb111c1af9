use super::*;
use crate::DEVIATIONS;

const DAY: u64 = Timestamp::DAY_MS;
/// The beginning of a UTC day.
const START: u64 = 20_000 * DAY;

fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(START + ms)
}

fn game(red: u64, black: u64, winner: Option<Color>, ended_at: Timestamp) -> RatedGame<()> {
    RatedGame { game: 0, players: PerColor::new(red, black), class: (), winner, ended_at }
}

/// A standing with a rating of 1500, last updated at `rated_at`.
fn settled(deviation: f64, rated_at: Timestamp) -> Standing {
    let rating = Rating { deviation, ..Rating::NEW };
    Standing { rating, rated_at: Some(rated_at), ..Standing::default() }
}

fn met(player: u64, last_at: Timestamp) -> RecentOpponent {
    RecentOpponent { player, last_at, games_that_day: 1 }
}

#[test]
fn a_first_game_changes_both_ratings_alike() {
    let new = Standing::default();
    let rated = rate(&game(1, 2, Some(Color::Red), at(0)), &new, &new).unwrap();
    let PerColor { red, black } = &rated.standings;
    assert_eq!((red.shown(), red.wins, red.losses, red.games()), (1662, 1, 0, 1));
    assert_eq!((black.shown(), black.wins, black.losses, black.games()), (1338, 0, 1, 1));
    assert_eq!((red.rated_at, red.recent.as_slice()), (Some(at(0)), &[met(2, at(0))][..]));
    assert_eq!(rated.changes.red, Change { before: 1500, after: 1662, provisional: true, games_missing: 9 });
    let drawn = rate(&game(1, 2, None, at(0)), &new, &new).unwrap().standings;
    assert_eq!((drawn.red.shown(), drawn.red.draws, drawn.black.draws), (1500, 1, 1));
}

#[test]
fn the_result_is_the_same_with_the_colors_exchanged() {
    let (one, other) = (settled(80.0, at(0)), settled(200.0, at(DAY)));
    let red = rate(&game(1, 2, Some(Color::Red), at(3 * DAY)), &one, &other).unwrap();
    let black = rate(&game(2, 1, Some(Color::Black), at(3 * DAY)), &other, &one).unwrap();
    assert_eq!((red.standings.red, red.standings.black), (black.standings.black, black.standings.red));
}

#[test]
fn nobody_is_rated_against_themself() {
    let new = Standing::default();
    assert_eq!(rate(&game(1, 1, None, at(0)), &new, &new), Err(Uncounted::SamePlayer));
}

#[test]
fn three_games_of_a_pair_count_on_a_utc_day() {
    let (mut one, mut other) = (Standing::default(), Standing::default());
    for index in 0..PAIR_GAMES_A_DAY {
        // the colours alternate; the pair is the same
        let ended_at = at(u64::from(index));
        let (red, black) = if index % 2 == 0 { (1, 2) } else { (2, 1) };
        let (before_red, before_black) = if red == 1 { (&one, &other) } else { (&other, &one) };
        let PerColor { red: after_red, black: after_black } =
            rate(&game(red, black, None, ended_at), before_red, before_black).unwrap().standings;
        (one, other) = if red == 1 { (after_red, after_black) } else { (after_black, after_red) };
    }
    let last_of_day = at(DAY - 1);
    assert_eq!(rate(&game(1, 2, None, last_of_day), &one, &other), Err(Uncounted::PairLimit));
    assert!(rate(&game(1, 3, None, last_of_day), &one, &Standing::default()).is_ok(), "another opponent");
    let next_day = rate(&game(1, 2, None, at(DAY)), &one, &other).unwrap().standings;
    assert_eq!(next_day.red.recent, [met(2, at(DAY))]);
    let before = Timestamp::from_ms(START - DAY);
    assert_eq!(
        rate(&game(1, 2, None, before), &one, &other),
        Err(Uncounted::PairLimit),
        "the clock was set back"
    );
}

#[test]
fn the_limit_of_a_pair_holds_if_one_of_both_forgot_the_other() {
    let full = Standing {
        recent: vec![RecentOpponent { games_that_day: 3, ..met(2, at(0)) }],
        ..Standing::default()
    };
    let new = Standing::default();
    assert_eq!(rate(&game(1, 2, None, at(1)), &full, &new), Err(Uncounted::PairLimit));
    assert_eq!(rate(&game(2, 1, None, at(1)), &new, &full), Err(Uncounted::PairLimit));
}

#[test]
fn recent_opponents_are_kept_once_in_order_for_90_days_and_are_at_most_64() {
    let mut standing = Standing::default();
    for (player, days) in [(2, 0), (3, 1), (2, 2)] {
        standing.remember(player, at(days * DAY), 1);
    }
    assert_eq!(standing.recent, [met(3, at(DAY)), met(2, at(2 * DAY))]);
    standing.remember(4, at(DAY + RECENT_MS), 1);
    assert_eq!(standing.recent, [met(2, at(2 * DAY)), met(4, at(DAY + RECENT_MS))]);
    for player in 0..100 {
        standing.remember(player, at(DAY + RECENT_MS), 1);
    }
    assert_eq!(standing.recent.len(), RECENT_OPPONENTS);
    assert_eq!((standing.recent[0].player, standing.recent[63].player), (36, 99));
}

#[test]
fn the_deviation_grows_with_time_and_not_if_the_clock_was_set_back() {
    let standing = settled(60.0, at(DAY));
    assert_eq!(standing.rating_at(at(DAY)).deviation, 60.0);
    assert_eq!(standing.rating_at(at(0)).deviation, 60.0);
    let year_later = standing.rating_at(at(366 * DAY)).deviation;
    assert!((year_later - 110.0).abs() < 1e-6, "{year_later}");
    assert_eq!(standing.rating_at(Timestamp::from_ms(u64::MAX)).deviation, *DEVIATIONS.end());

    let opponent = settled(60.0, at(DAY));
    let rated = |ended_at| rate(&game(1, 2, None, ended_at), &standing, &opponent).unwrap().standings.red;
    assert_eq!(rated(at(0)), rated(at(DAY)), "a game before the last one");
    assert!(rated(at(366 * DAY)).rating.deviation > rated(at(DAY)).rating.deviation + 30.0);
}

#[test]
fn a_game_after_one_period_is_that_of_the_paper() {
    let period = Timestamp::from_ms(START + PERIOD_MS);
    let (one, other) = (settled(200.0, at(0)), settled(100.0, at(0)));
    let rated = rate(&game(1, 2, Some(Color::Red), period), &one, &other).unwrap();
    let played = Played { opponent: other.rating, score: Score::Win };
    assert_eq!(rated.standings.red.rating, one.rating.after_period(&[played], 1.0));
}

#[test]
fn the_leaderboard_says_what_is_missing() {
    assert_eq!(Standing::default().listed(at(0)), Err(Missing { games: 10, opponents: 5 }));
    let mut standing = settled(100.0, at(0));
    standing.recent = (2..6).map(|player| met(player, at(0))).collect();
    assert_eq!(standing.listed(at(0)), Err(Missing { games: 0, opponents: 1 }));
    standing.recent.push(met(6, at(0)));
    assert_eq!(standing.listed(at(0)), Ok(()));
    assert!(!standing.is_provisional(at(0)));
    assert_eq!(standing.listed(at(RECENT_MS - 1)), Ok(()));
    assert_eq!(standing.listed(at(RECENT_MS)), Err(Missing { games: 0, opponents: 5 }));
    assert!(standing.is_provisional(at(366 * DAY)));
    assert_eq!(standing.listed(at(366 * DAY)), Err(Missing { games: 1, opponents: 5 }));
    let text = Missing { games: 1, opponents: 5 }.to_string();
    assert_eq!(text, "1 more games at least, and 5 more opponents");
}
