use super::*;
use chuhe_hub::SecretEvent;
use chuhe_protocol::{CountsAs, PlayerId, PlayerName, RatingChange, Seat, Terms, Uncounted};
use chuhe_rules::luzhanqi::{Moved, Options, Strength};
use chuhe_rules::{DrawReason, RulesVersion, WinReason};

const START: u64 = 1_800_000_000_000;

fn entry(seconds: u64, event: impl Into<GameEvent>) -> JournalEntry {
    JournalEntry { at: Timestamp::from_ms(START + seconds * 1000), event: event.into(), premove: false }
}

fn start(terms: Terms) -> Event {
    let seat =
        |player, name| Seat { player: PlayerId(player), name: PlayerName::parse(name).expect("a name") };
    Event::Started(Box::new(GameStart {
        seats: PerColor::new(seat(1, "Bo"), seat(2, "云中鹤")),
        times: terms.times(Color::Red),
        terms,
        rematch_of: None,
        first_move_ms: 30_000,
        setup_ms: 0,
        rules: RulesVersion::CURRENT,
    }))
}

fn clocks(red_ms: u64) -> ClockReading {
    let mut clocks = ClockReading::default();
    clocks.sides.red.game_ms = Some(red_ms);
    clocks
}

fn played(by: Color, mv: &str) -> Event {
    let mv = GameMove::Xiangqi(mv.parse().expect("a move"));
    Event::Played { by, mv, clocks: clocks(890_000) }
}

fn ended(outcome: Outcome) -> Event {
    Event::Ended { outcome, clocks: ClockReading::default() }
}

#[test]
fn moves_that_were_taken_back_and_interruptions_are_left_out() {
    let won = Outcome::won(Color::Red, WinReason::Resignation);
    let journal = [
        entry(0, start(Terms::default())),
        entry(4, played(Color::Red, "h2e2")),
        entry(6, played(Color::Black, "a9a8")),
        entry(10, Event::TakenBack { by: Color::Black, to_ply: 1, clocks: clocks(890_000) }),
        entry(70, Event::Interrupted { down_ms: 55_000, clocks: clocks(890_000) }),
        entry(72, played(Color::Black, "h9g7")),
        entry(80, ended(won)),
        entry(90, Event::Left { color: Color::Black }),
    ];
    let game = FinishedGame::from_journal(GameId(7), &journal).expect("a finished game");
    let moves: Vec<(&str, String, u64, Option<u64>)> =
        game.moves.iter().map(|mv| (side(mv.by), mv.text(), mv.spent_ms, mv.clock_ms)).collect();
    let expected =
        [("red", "h2e2".to_owned(), 4_000, Some(890_000)), ("black", "h9g7".to_owned(), 7_000, None)];
    assert_eq!(moves, expected);
    assert_eq!((game.kind(), game.rules(), game.winner()), ("xiangqi", "Asian", Some("red")));
    assert_eq!(game.result(), ("1-0", "resignation"));
    assert_eq!(game.ended_at, Timestamp::from_ms(START + 80_000));
    let time = json!({ "game_ms": 900_000, "move_ms": 60_000, "increment_ms": 0, "read_ms": 0 });
    let terms = json!({ "red_time": time, "black_time": time, "takeback": "ask", "watch_delay_plies": 0 });
    assert_eq!(game.terms(), terms);

    let record = game.record().expect("a record");
    for part in
        ["[Red \"Bo\"]", "[Black \"云中鹤\"]", "[Date \"2027.01.15\"]", "[Result \"1-0\"]", "900", "H2-E2"]
    {
        assert!(record.contains(part), "{part} is missing: {record}");
    }
    let reading = formats::read(record.as_bytes(), Some(Format::Pgn)).expect("the record is read");
    let tree = &reading.games[0].tree;
    let plies: Vec<_> = tree.main_line().map(|node| tree.played(node).expect("a ply")).collect();
    assert_eq!(plies, game.moves.iter().map(|mv| mv.ply).collect::<Vec<_>>());
}

#[test]
fn a_game_of_luzhanqi_has_both_formations_in_its_record() {
    let secret = |seconds, event| {
        entry(seconds, GameEvent::Secret(Box::new(SecretEvent { event, clocks: clocks(600_000) })))
    };
    let terms = Terms {
        game: GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() },
        takeback: TakebackPolicy::Off,
        ..Terms::default()
    };
    let formation = Formation::nearest_legal([Strength::Captain; 25]);
    let mut journal = vec![entry(0, start(terms))];
    for by in Color::ALL {
        journal.push(secret(20, luzhanqi::Event::Placed { by, formation }));
        journal.push(secret(30, luzhanqi::Event::Confirmed { by }));
    }
    let position = luzhanqi::Position::start(BoardKind::Classic, &PerColor::splat(formation));
    let mv = position.legal_moves().into_iter().next().expect("a move");
    let moved = Moved { mv, battle: None, revealed_flags: PerColor::splat(None) };
    journal.push(secret(37, luzhanqi::Event::Moved(moved)));
    journal.push(secret(97, luzhanqi::Event::Passed { by: Color::Black }));
    journal.push(entry(98, ended(Outcome::Drawn(DrawReason::Agreement))));
    let game = FinishedGame::from_journal(GameId(7), &journal).expect("a finished game");
    assert_eq!((game.kind(), game.rules(), game.winner()), ("luzhanqi", "classic", None));
    let moves: Vec<(&str, String, u64)> =
        game.moves.iter().map(|mv| (side(mv.by), mv.text(), mv.spent_ms)).collect();
    assert_eq!(moves, [("red", mv.to_string(), 7_000), ("black", "pass".to_owned(), 60_000)]);
    assert_eq!(game.terms()["mine"], "stays");
    let record = game.record().expect("a record");
    let reading = formats::read(record.as_bytes(), None).expect("the record is read");
    let tree = &reading.games[0].tree;
    assert_eq!(tree.main_line().count(), 2);
}

#[test]
fn a_journal_without_start_or_end_is_refused() {
    let begun = entry(0, start(Terms::default()));
    let of =
        |journal: &[JournalEntry]| FinishedGame::from_journal(GameId(7), journal).map(|game| game.kind());
    assert_eq!(of(&[]), Err(NotFinished::Start));
    assert_eq!(of(&[entry(1, played(Color::Red, "h2e2"))]), Err(NotFinished::Start));
    assert_eq!(of(&[begun, entry(1, played(Color::Red, "h2e2"))]), Err(NotFinished::End));
}

#[test]
fn the_record_of_a_rated_game_has_the_ratings_before_it() {
    let change = |before| RatingChange { before, after: 1500, games_missing: 0 };
    let changed = RatedEnd::Changed(PerColor::new(change(1512), change(1748)));
    let journal = |rated| {
        [
            entry(0, start(Terms { rated: true, ..Terms::default() })),
            entry(4, played(Color::Red, "h2e2")),
            entry(80, ended(Outcome::won(Color::Red, WinReason::Resignation))),
            entry(80, Event::Rated(rated)),
        ]
    };
    let record = |rated| {
        let game = FinishedGame::from_journal(GameId(7), &journal(rated)).expect("a finished game");
        game.record().expect("a record")
    };
    let counted = record(changed);
    assert!(counted.contains("[RedElo \"1512\"]") && counted.contains("[BlackElo \"1748\"]"), "{counted}");
    assert!(!record(RatedEnd::Uncounted(Uncounted::SamePair)).contains("Elo"));
    let corrected = |counts_as, reason: &str, changes| {
        let correction =
            Correction { at: Timestamp::default(), reason: reason.to_owned(), counts_as, changes };
        let game = FinishedGame::from_journal(GameId(7), &journal(changed)).expect("a finished game");
        game.with_correction(Some(correction)).record().expect("a record")
    };
    let annulled = corrected(CountsAs::Nothing, "an engine", None);
    let tags = "[Correction \"annulled\"]\n[CorrectionReason \"an engine\"]";
    assert!(annulled.contains(tags) && !annulled.contains("Elo"), "{annulled}");
    let drawn = corrected(CountsAs::Drawn, "", Some(PerColor::splat(change(1500))));
    let tags = ["[Correction \"1/2-1/2\"]", "[Result \"1-0\"]", "[RedElo \"1500\"]"];
    assert!(tags.iter().all(|tag| drawn.contains(tag)) && !drawn.contains("Reason"), "{drawn}");
}
