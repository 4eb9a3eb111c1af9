//! The engine's side.

use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_uci::{Action, EngineOption, OptionValue, Search, Session, SessionConfig};
use proptest::prelude::*;

fn session() -> Session {
    Session::new(SessionConfig {
        name: "Test".into(),
        author: "Nobody".into(),
        options: vec![EngineOption::spin("Hash", 16, 1, 64), EngineOption::button("Clear Hash")],
        rules: Rules::default(),
    })
}

/// The lines that the session writes at once.
fn lines(session: &mut Session, line: &str) -> Vec<String> {
    let written = |action| if let Action::Write(line) = action { Some(line) } else { None };
    session.handle(line.as_bytes()).into_iter().filter_map(written).collect()
}

fn search(session: &mut Session, line: &str) -> Search {
    let search = |action| if let Action::Search(search) = action { Some(*search) } else { None };
    let found = session.handle(line.as_bytes()).into_iter().find_map(search);
    found.unwrap_or_else(|| panic!("{line} begins no search"))
}

fn mv(text: &str) -> chuhe_rules::xiangqi::Move {
    text.parse().expect("a move")
}

#[test]
fn the_introduction_is_that_of_the_dialect() {
    let mut session = session();
    let uci = lines(&mut session, "uci");
    assert_eq!(uci.first().map(String::as_str), Some("id name Test"));
    assert!(uci.contains(&"option name Hash type spin default 16 min 1 max 64".to_owned()));
    assert_eq!(uci.last().map(String::as_str), Some("uciok"));
    let ucci = lines(&mut session, "ucci");
    assert!(ucci.contains(&"option hashsize type spin default 16 min 1 max 64".to_owned()));
    assert!(ucci.contains(&"option clearhash type button".to_owned()));
    assert!(ucci.contains(&"option usemillisec type check default false".to_owned()));
    assert_eq!(ucci.last().map(String::as_str), Some("ucciok"));
}

#[test]
fn options_are_set_by_name_and_alias() {
    let set = |session: &mut Session, line: &str| match session.handle(line.as_bytes()).as_slice() {
        [Action::Set { name, value }] => (name.clone(), value.clone()),
        other => panic!("{line}: {other:?}"),
    };
    let mut session = session();
    assert_eq!(set(&mut session, "setoption name hash value 32"), ("Hash".into(), OptionValue::Spin(32)));
    assert_eq!(set(&mut session, "setoption name Clear Hash"), ("Clear Hash".into(), OptionValue::Pressed));
    let _ = lines(&mut session, "ucci");
    assert_eq!(set(&mut session, "setoption hashsize 8"), ("Hash".into(), OptionValue::Spin(8)));
    assert_eq!(set(&mut session, "setoption clearhash"), ("Clear Hash".into(), OptionValue::Pressed));
    assert_eq!(lines(&mut session, "setoption nothing 8"), ["info message no such option: nothing"]);
}

#[test]
fn a_wrong_position_keeps_the_one_before() {
    let mut session = session();
    assert!(session.handle(b"position startpos moves h2e2").is_empty());
    for (line, answer) in [
        ("position fen 9/9/9/9/9/9/9/9/9/9 w", "info string not a position: red has 0 generals"),
        (
            "position startpos moves h2e2 h2e2",
            "info string illegal move h2e2: there is no piece on that point",
        ),
        ("position startpos moves e2e4", "info string illegal move e2e4: there is no piece on that point"),
    ] {
        assert_eq!(lines(&mut session, line), [answer]);
    }
    assert_eq!(search(&mut session, "go depth 1").game.moves(), [mv("h2e2")]);
}

#[test]
fn a_position_without_a_general_is_refused_in_one_line() {
    for (fen, color) in [("3k5/9/9/9/9/9/9/9/9/9 w", "red"), ("9/9/9/9/9/9/9/9/9/4K4 w", "black")] {
        let mut session = session();
        assert!(session.handle(b"position startpos moves h2e2").is_empty());
        let answer = format!("info string not a position: {color} has 0 generals");
        assert_eq!(lines(&mut session, &format!("position fen {fen} moves a0a1")), [answer]);
        assert_eq!(search(&mut session, "go depth 1").game.moves(), [mv("h2e2")], "the game stays");
    }
}

#[test]
fn answers_to_infinite_searches_wait_for_stop() {
    for line in ["go infinite", "go", "go ponder movetime 100"] {
        let mut session = session();
        let _ = search(&mut session, line);
        assert_eq!(session.finish(Some(mv("h2e2")), None), None, "{line}");
        assert!(session.is_thinking() && session.waits_for_stop());
        assert_eq!(lines(&mut session, "stop"), ["bestmove h2e2"]);
        assert!(!session.is_thinking());
    }
}

#[test]
fn a_ponder_hit_lets_the_search_end_by_itself() {
    let mut session = session();
    let _ = search(&mut session, "go ponder movetime 100");
    assert!(matches!(session.handle(b"ponderhit")[..], [Action::PonderHit]));
    let answer = session.finish(Some(mv("h2e2")), Some(mv("h9g7")));
    assert_eq!(answer.as_deref(), Some("bestmove h2e2 ponder h9g7"));
}

#[test]
fn finite_searches_are_answered_at_once() {
    let mut session = session();
    let _ = search(&mut session, "go depth 3");
    assert!(matches!(session.handle(b"stop")[..], [Action::Stop]));
    assert_eq!(session.finish(None, None).as_deref(), Some("bestmove (none)"));
    let _ = lines(&mut session, "ucci");
    let _ = search(&mut session, "go depth 3");
    assert_eq!(session.finish(None, None).as_deref(), Some("nobestmove"));
}

#[test]
fn one_search_runs_at_a_time() {
    let mut session = session();
    let _ = search(&mut session, "go depth 3");
    assert_eq!(lines(&mut session, "go depth 4"), ["info string the engine is thinking: stop it first"]);
    assert_eq!(lines(&mut session, "isready"), ["readyok"], "which a thinking engine answers too");
}

#[test]
fn banned_moves_are_not_searched() {
    let mut session = session();
    let _ = lines(&mut session, "ucci");
    assert!(session.handle(b"banmoves h2e2 b0c2").is_empty());
    let moves = search(&mut session, "go depth 1").go.search_moves;
    assert_eq!(moves.len(), Position::start().legal_moves().len() - 2);
    assert!(!moves.contains(&mv("h2e2")));
}

#[test]
fn only_legal_moves_are_searched() {
    let mut session = session();
    assert_eq!(
        lines(&mut session, "go searchmoves a9a8"),
        ["info string none of the moves to search is legal"]
    );
    assert_eq!(search(&mut session, "go searchmoves a9a8 h2e2").go.search_moves, [mv("h2e2")]);
}

#[test]
fn ranks_may_count_from_one() {
    let mut session = session();
    assert!(session.handle(b"setoption name Ranks value 1-10").is_empty());
    assert!(session.handle(b"position startpos moves h3e3 h10g8").is_empty());
    assert_eq!(search(&mut session, "go depth 1").game.moves(), [mv("h2e2"), mv("h9g7")]);
    assert_eq!(session.finish(Some(mv("h0g2")), None).as_deref(), Some("bestmove h1g3"));
}

#[test]
fn games_go_on_where_our_rules_end_them() {
    let mut session = session();
    // our arbiter ends the game at the third occurrence of a position
    let there_and_back = "b0c2 b9c7 c2b0 c7b9 ".repeat(4);
    assert!(session.handle(format!("position startpos moves {there_and_back} h2e2").as_bytes()).is_empty());
    let game = search(&mut session, "go depth 1").game;
    assert_eq!(game.outcome(), None);
    let mut expected = Game::new(Position::start(), Rules::default());
    expected.play(chuhe_rules::Color::Red, mv("h2e2")).expect("a legal move");
    assert_eq!(game.position().board(), expected.position().board());
    assert!(session.finish(None, None).is_some());
    assert!(session.handle(format!("position startpos moves {there_and_back}").as_bytes()).is_empty());
    assert_eq!(search(&mut session, "go depth 1").game.outcome(), None, "a move is asked for");
}

#[test]
fn games_go_on_past_the_natural_limit() {
    let mut session = session();
    for (clock, moves) in [(120, ""), (119, " moves a1a2"), (120, " moves a1a2 e9e8"), (300, " moves a1a2")] {
        let line = format!("position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - {clock} 170{moves}");
        assert!(session.handle(line.as_bytes()).is_empty(), "{line}");
        let game = search(&mut session, "go depth 1").game;
        assert_eq!(game.outcome(), None, "{line}");
        assert!(session.finish(None, None).is_some());
    }
}

#[test]
fn ucci_says_goodbye() {
    let mut session = session();
    let _ = lines(&mut session, "ucci");
    let actions = session.handle(b"quit");
    assert!(matches!(&actions[..], [Action::Stop, Action::Write(bye), Action::Quit] if bye == "bye"));
}

/// Words from which lines are made that come close to commands.
const WORDS: [&str; 30] = [
    "uci",
    "ucci",
    "go",
    "position",
    "startpos",
    "fen",
    "moves",
    "h2e2",
    "h3e3",
    "setoption",
    "name",
    "value",
    "Hash",
    "7",
    "-1",
    "depth",
    "ponder",
    "infinite",
    "searchmoves",
    "banmoves",
    "stop",
    "ponderhit",
    "isready",
    "Ranks",
    "1-10",
    "perft",
    "99999999999999999999",
    "\u{0}",
    "车",
    "time",
];

proptest! {
    #[test]
    fn no_conversation_is_fatal(
        conversation in prop::collection::vec(prop::collection::vec(0..WORDS.len(), 0..8), 0..20),
        noise in prop::collection::vec(any::<u8>(), 0..50),
    ) {
        let mut session = session();
        let _ = session.handle(&noise);
        for line in conversation {
            let line: Vec<&str> = line.into_iter().map(|word| WORDS[word]).collect();
            for action in session.handle(line.join(" ").as_bytes()) {
                if let Action::Write(line) = &action {
                    prop_assert!(!line.contains('\n'));
                }
                if let Action::Search(search) = action {
                    let best = search.game.position().legal_moves().iter().copied().next();
                    let _ = session.finish(best, None);
                }
            }
        }
    }
}

#[test]
fn the_clocks_of_ucci_are_read_in_every_form() {
    for (line, own, other) in [
        ("go time 20 movestogo 20 opptime 20 oppmovestogo 20", Some(20), Some(20)),
        ("go time 20 movestogo 20 opptime 20 oppincrement 1", Some(20), None),
        ("go time 20 increment 2 opptime 20 oppmovestogo 9 bantime 30", None, Some(9)),
        ("go draw time 20 movestogo 7", Some(7), None),
    ] {
        let mut session = session();
        let _ = lines(&mut session, "ucci");
        assert_eq!(session.handle(line.as_bytes()).len(), 1, "{line} is understood");
        let _ = session.finish(None, None);
        let Search { go, .. } = search(&mut session, line);
        assert_eq!((go.moves_to_go, go.opponent_moves_to_go, go.unknown), (own, other, None), "{line}");
    }
    let mut session = session();
    let _ = lines(&mut session, "ucci");
    assert_eq!(lines(&mut session, "go time 20 oppmovestogo x"), ["info message not a number: x"]);
}

#[test]
fn probing_the_hash_table_is_answered() {
    let mut session = session();
    let _ = lines(&mut session, "ucci");
    assert!(session.handle(b"position startpos moves h2e2").is_empty());
    assert_eq!(lines(&mut session, "probe startpos moves h2e2 h9g7"), ["pophash"]);
    assert_eq!(lines(&mut session, "probe"), ["info message something is missing after position"]);
    let _ = search(&mut session, "go depth 3 draw");
    assert_eq!(lines(&mut session, "probe fen 4k4/9/9/9/9/9/9/9/9/3K5 w"), ["pophash"]);
    assert!(matches!(session.handle(b"ponderhit draw")[..], [Action::PonderHit]));
    assert_eq!(session.finish(None, None).as_deref(), Some("nobestmove"));
    assert_eq!(search(&mut session, "go depth 1").game.moves(), [mv("h2e2")], "the game stays");
}
