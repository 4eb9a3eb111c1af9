use super::*;

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = Timestamp::DAY_MS;
/// When the player's first game began: long enough ago.
const BEGUN: Timestamp = Timestamp::from_ms(1_000);

fn day(days: u64) -> Timestamp {
    Timestamp::from_ms(days * DAY_MS)
}

/// A player whose games end as the letters say, one a minute from `at` on: finished, abandoned, not begun.
fn play(row: &mut FairPlayRow, at: Timestamp, ends: &str) {
    for (n, end) in (1..).zip(ends.chars()) {
        let conduct = match end {
            'f' => Conduct::Finished,
            'a' => Conduct::Unfinished(Unfinished::Abandoned),
            'n' => Conduct::Unfinished(Unfinished::NeverBegun),
            other => panic!("{other}"),
        };
        let game = GameId(at.as_ms() + n);
        row.began(game, at.plus_ms(n * MINUTE_MS));
        assert!(row.ended(EndedGame { game, ended_at: at.plus_ms(n * MINUTE_MS), conduct: Some(conduct) }));
    }
}

fn known() -> FairPlayRow {
    FairPlayRow { since: BEGUN, ..FairPlayRow::default() }
}

fn after(ends: &str) -> FairPlayRow {
    let mut row = known();
    play(&mut row, day(10), ends);
    row
}

const fn share(unfinished: u8, games: u8) -> Option<WaitReason> {
    Some(WaitReason::Share { unfinished, games })
}

#[test]
fn a_wait_begins_at_a_share_of_two_fifths_and_a_weight_of_four_or_after_a_streak() {
    let streak = |games| Some(WaitReason::Streak { games });
    for (ends, why) in [
        ("", None),
        ("ffff", None),
        ("aaa", None),
        ("aaaa", share(4, 4)),
        ("faaaa", share(4, 5)),
        // never begun ones weigh less: 5 × 0.7 = 3.5
        ("nnnnn", None),
        ("nnnnnn", share(6, 6)),
        ("aaann", share(5, 5)),
        // 4 of 10 are two fifths, 4 of 11 are less
        ("ffffffaaaa", share(4, 10)),
        ("fffffffaaaa", None),
        ("ffffffffnfnfnfnfaaa", None),
        // the last of six in a row, among many finished ones
        ("fffffffffffffffffaaaaa", None),
        ("fffffffffffffffffaaaaaa", streak(6)),
        ("fffffffffffffffffnnnannn", streak(6)),
    ] {
        assert_eq!(after(ends).last_wait.map(|wait| wait.why), why, "{ends}");
    }
}

#[test]
fn a_finished_game_begins_no_wait_and_only_the_last_thirty_count() {
    let mut row = after("aaa");
    play(&mut row, day(11), &"f".repeat(30));
    assert_eq!(row.games.len(), limits::FAIR_PLAY_GAMES);
    assert_eq!(row.to_message(day(12)), FairPlay::default(), "the abandoned ones are forgotten");
    assert_eq!(row.completion(), Some(Completion { finished: 30, games: 30 }));
    play(&mut row, day(13), "aaa");
    assert_eq!((row.completion(), row.last_wait), (Some(Completion { finished: 27, games: 30 }), None));
}

#[test]
fn waits_grow_threefold_within_72_hours_and_shrink_with_time() {
    let lengths = |gaps_hours: &[u64]| {
        let (mut row, mut at) = (known(), day(10));
        let mut lengths = Vec::new();
        for gap in std::iter::once(&0).chain(gaps_hours) {
            at = at.plus_ms(gap * 60 * MINUTE_MS);
            let before = row.last_wait;
            while row.last_wait == before {
                play(&mut row, at, "a");
            }
            let wait = row.last_wait.expect("a wait has begun");
            at = wait.began_at.plus_ms(wait.length_ms);
            lengths.push(wait.length_ms / MINUTE_MS);
        }
        lengths
    };
    assert_eq!(lengths(&[1, 1, 1, 1, 1, 1, 1]), [10, 30, 90, 270, 810, 2430, 4320, 4320]);
    assert_eq!(lengths(&[1, 1, 73]), [10, 30, 90, 90], "as long as before");
    assert_eq!(lengths(&[1, 1, 145]), [10, 30, 90, 30], "shorter");
    assert_eq!(lengths(&[1, 1, 24 * 365]), [10, 30, 90, 10], "as the first one");
}

#[test]
fn whoever_has_waited_lately_waits_again_sooner() {
    for (level, enough) in [(0, 4), (1, 4), (2, 3), (3, 3), (4, 2), (6, 2)] {
        let ends = "a".repeat(enough);
        let begins = |ends: &str| {
            let mut row = known();
            if level > 0 {
                let why = WaitReason::Streak { games: 6 };
                let before = PastWait { began_at: day(9), length_ms: DAY_MS, level: level - 1, why };
                row.last_wait = Some(before);
            }
            play(&mut row, day(10), ends);
            row.last_wait.filter(|wait| wait.began_at > day(10)).map(|wait| wait.level)
        };
        assert_eq!(begins(&ends[1..]), None, "{level}");
        assert_eq!(begins(&ends), Some(level), "{level}");
    }
}

#[test]
fn games_before_a_wait_do_not_lead_to_the_next_one() {
    let mut row = after("aaaa");
    let first = row.last_wait;
    play(&mut row, day(10).plus_ms(60 * MINUTE_MS), "aaa");
    assert_eq!(row.last_wait, first);
    assert_eq!(row.completion(), Some(Completion { finished: 0, games: 7 }), "they are shown still");
}

#[test]
fn a_new_player_waits_twice_as_long() {
    for (since, minutes) in [(day(10), 20), (day(7).plus_ms(4 * MINUTE_MS + 1), 20), (day(7), 10)] {
        let mut row = FairPlayRow { since, ..FairPlayRow::default() };
        play(&mut row, day(10), "aaaa");
        assert_eq!(row.last_wait.map(|wait| wait.length_ms), Some(minutes * MINUTE_MS), "{since:?}");
    }
}

#[test]
fn a_wait_ends_by_time_and_never_grows() {
    let row = after("aaaa");
    let began = day(10).plus_ms(4 * MINUTE_MS);
    let left = |at| row.wait(at).map(|wait| wait.left_ms);
    assert_eq!(left(began), Some(10 * MINUTE_MS));
    assert_eq!(left(began.plus_ms(10 * MINUTE_MS - 1)), Some(1));
    assert_eq!(left(began.plus_ms(10 * MINUTE_MS)), None);
    assert_eq!(left(day(2)), Some(10 * MINUTE_MS), "the clock was set back");
}

#[test]
fn a_game_counts_once_and_only_if_a_search_began_it() {
    let mut row = known();
    let abandoned = Some(Conduct::Unfinished(Unfinished::Abandoned));
    let end = |game, conduct| EndedGame { game: GameId(game), ended_at: day(10), conduct };
    assert!(!row.ended(end(1, abandoned)), "no search began it");
    row.began(GameId(1), day(10));
    row.began(GameId(2), day(10));
    assert!(row.ended(end(1, abandoned)));
    assert!(!row.ended(end(1, abandoned)));
    assert!(row.ended(end(2, None)), "it is forgotten, and does not count");
    assert_eq!((row.games.len(), row.pending.len()), (1, 0));
    for game in 0..100 {
        row.began(GameId(game), day(10));
    }
    assert_eq!(row.pending.len(), PENDING_GAMES);
}

#[test]
fn a_completion_rate_is_shown_from_five_games_on() {
    assert_eq!(after("ffff").completion(), None);
    assert_eq!(after("fafff").completion(), Some(Completion { finished: 4, games: 5 }));
}
