//! The side that uses an engine, in UCI and UCCI.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use chuhe_uci::{Clock, Driver, DriverConfig, EngineError, Event, Go, Protocol, Ranks};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn game(moves: &[&str]) -> Game {
    let mut game = Game::new(Position::start(), Rules::default());
    for text in moves {
        let side = game.position().side_to_move();
        game.play(side, mv(text)).expect("a legal move");
    }
    game
}

fn sent(driver: &mut Driver) -> Vec<String> {
    std::iter::from_fn(|| driver.poll_line()).collect()
}

fn events(driver: &mut Driver) -> Vec<Event> {
    std::iter::from_fn(|| driver.poll_event()).collect()
}

fn handle(driver: &mut Driver, lines: &[&str]) {
    for line in lines {
        driver.handle_line(line, NOW);
    }
}

/// An engine that is ready; its first move was `first`.
fn ready(protocol: Protocol, options: &[&str], first: &str) -> Driver {
    let mut driver = Driver::new(DriverConfig::new("engine", protocol), NOW);
    handle(&mut driver, &["id name Engine 1", "id author Somebody"]);
    handle(&mut driver, options);
    handle(&mut driver, &[if protocol == Protocol::Uci { "uciok" } else { "ucciok" }, "readyok"]);
    driver.handle_line(first, NOW);
    assert_eq!(events(&mut driver), [Event::Ready]);
    sent(&mut driver);
    driver
}

#[test]
fn an_introduction_sets_options_and_finds_the_ranks() {
    let mut config = DriverConfig::new("engine", Protocol::Uci);
    config.options = vec![
        ("hash".into(), Some("64".into())),
        ("Threads".into(), Some("0".into())),
        ("Book".into(), Some("x".into())),
    ];
    let mut driver = Driver::new(config, NOW);
    assert_eq!(sent(&mut driver), ["uci"]);
    handle(
        &mut driver,
        &[
            "Fairy banner",
            "id name Fairy",
            "option name Hash type spin default 16 min 1 max 64",
            "option name Threads type spin default 1 min 1 max 8",
            "option name UCI_Variant type combo default chess var chess var xiangqi",
            "uciok",
        ],
    );
    assert_eq!(
        sent(&mut driver),
        ["setoption name UCI_Variant value xiangqi", "setoption name Hash value 64", "isready",]
    );
    assert_eq!(
        driver.info().rejected,
        ["option Threads is a number from 1 to 8", "Fairy has no option Book"]
    );
    handle(&mut driver, &["readyok"]);
    assert_eq!(sent(&mut driver), ["ucinewgame", "position startpos", "go depth 1"]);
    handle(&mut driver, &["info depth 1 score cp 10 pv h3e3", "bestmove h3e3 ponder h8e8"]);
    assert_eq!(events(&mut driver), [Event::Ready]);
    assert_eq!((driver.info().name.as_str(), driver.info().ranks), ("Fairy", Ranks::FromOne));
    assert_eq!(driver.deadline(), None);
}

#[test]
fn a_search_reports_and_answers() {
    let mut driver = ready(Protocol::Uci, &[], "bestmove h3e3");
    let game = game(&["h2e2"]);
    driver.search(&game, Go::move_time(Duration::from_millis(100)), NOW);
    assert_eq!(sent(&mut driver), ["position startpos moves h3e3", "go movetime 100"]);
    handle(&mut driver, &["info depth 3 score cp 7 pv h10g8 h1g3 h1g3", "bestmove h10g8 ponder h1g3"]);
    let events = events(&mut driver);
    let [Event::Info(info), Event::Answer { best, ponder }] = &events[..] else { panic!("{events:?}") };
    assert_eq!(info.line, [mv("h9g7"), mv("h0g2")], "up to the first illegal move");
    assert_eq!((*best, *ponder), (Some(mv("h9g7")), Some(mv("h0g2"))));
    assert!(driver.is_idle());
}

#[test]
fn illegal_moves_and_nonsense_fail_the_engine() {
    let cases = [
        ("bestmove e2e6", EngineError::IllegalMove { engine: "Engine 1".into(), text: "e2e6".into() }),
        ("bestmove banana", EngineError::Nonsense { engine: "Engine 1".into(), text: "banana".into() }),
    ];
    for (line, error) in cases {
        let mut driver = ready(Protocol::Uci, &[], "bestmove h2e2");
        driver.search(&game(&[]), Go::depth(1), NOW);
        driver.handle_line(line, NOW);
        assert_eq!(events(&mut driver), [Event::Failed(error)]);
        driver.handle_line("bestmove h2e2", NOW);
        driver.handle_exit(None);
        assert_eq!(events(&mut driver), [], "it failed once");
    }
}

#[test]
fn an_illegal_expected_answer_is_left_out() {
    let mut driver = ready(Protocol::Uci, &[], "bestmove h2e2");
    driver.search(&game(&[]), Go::depth(1), NOW);
    driver.handle_line("bestmove h2e2 ponder h2e2", NOW);
    assert_eq!(events(&mut driver), [Event::Answer { best: Some(mv("h2e2")), ponder: None }]);
}

#[test]
fn an_engine_of_another_game_is_found_out() {
    let mut driver = Driver::new(DriverConfig::new("engine", Protocol::Uci), NOW);
    handle(&mut driver, &["uciok", "readyok", "bestmove e2e4"]);
    let error = EngineError::OtherGame { engine: "engine".into(), text: "e2e4".into() };
    assert_eq!(events(&mut driver), [Event::Failed(error)]);
}

#[test]
fn silence_at_the_start_is_no_answer_and_later_a_hang() {
    let mut driver = Driver::new(DriverConfig::new("engine", Protocol::Uci), NOW);
    let deadline = driver.deadline().expect("a start has a limit");
    driver.handle_timeout(deadline - Duration::from_millis(1));
    assert_eq!(events(&mut driver), []);
    driver.handle_timeout(deadline);
    assert_eq!(events(&mut driver), [Event::Failed(EngineError::NoAnswer("engine".into()))]);

    let mut driver = ready(Protocol::Uci, &[], "bestmove h2e2");
    driver.search(&game(&[]), Go::move_time(Duration::from_millis(100)), NOW);
    let deadline = driver.deadline().expect("a timed search has a limit");
    assert_eq!(deadline, Duration::from_millis(5_100));
    driver.handle_timeout(deadline);
    let error = EngineError::Hung { engine: "Engine 1".into(), waited: deadline };
    assert_eq!(error.to_string(), "Engine 1 has not answered for 5.1 s");
    assert_eq!(events(&mut driver), [Event::Failed(error)]);
}

#[test]
fn an_infinite_search_has_a_deadline_once_it_is_stopped() {
    let mut driver = ready(Protocol::Uci, &[], "bestmove h2e2");
    driver.search(&game(&[]), Go::default(), NOW);
    assert_eq!(sent(&mut driver).last().map(String::as_str), Some("go infinite"));
    assert_eq!(driver.deadline(), None);
    driver.stop(Duration::from_secs(60));
    assert_eq!(sent(&mut driver), ["stop"]);
    assert_eq!(driver.deadline(), Some(Duration::from_secs(65)));
}

#[test]
fn reports_after_stop_do_not_extend_the_deadline() {
    let mut driver = ready(Protocol::Uci, &[], "bestmove h2e2");
    driver.search(&game(&[]), Go { ponder: true, ..Go::depth(9) }, NOW);
    sent(&mut driver);
    driver.stop(Duration::from_secs(60));
    assert_eq!(sent(&mut driver), ["stop"]);
    for second in 61..65 {
        driver.handle_line("info depth 1", Duration::from_secs(second));
        assert!(matches!(events(&mut driver)[..], [Event::Info(_)]));
        driver.stop(Duration::from_secs(second));
        driver.ponder_hit(Duration::from_secs(second));
        assert_eq!(sent(&mut driver), [""; 0]);
        assert_eq!(driver.deadline(), Some(Duration::from_secs(65)));
    }
    driver.handle_timeout(Duration::from_secs(65));
    assert!(matches!(events(&mut driver)[..], [Event::Failed(EngineError::Hung { .. })]));
}

#[test]
fn searches_without_a_time_have_a_deadline_too() {
    for go in [Go::depth(9), Go::nodes(1_000), Go { mate: Some(3), ..Go::default() }] {
        let mut config = DriverConfig::new("engine", Protocol::Uci);
        config.search_limit = Duration::from_secs(100);
        let mut driver = Driver::new(config, NOW);
        handle(&mut driver, &["uciok", "readyok", "bestmove h2e2"]);
        driver.search(&game(&[]), go, Duration::from_secs(1));
        assert_eq!(driver.deadline(), Some(Duration::from_secs(101)));
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut driver = ready(Protocol::Uci, &[], "bestmove h2e2");
    let clock = Some(Clock { left: Duration::from_secs(10), increment: Duration::ZERO });
    driver.search(&game(&["h2e2"]), Go { ponder: true, clock, ..Go::default() }, NOW);
    assert_eq!(sent(&mut driver).last().map(String::as_str), Some("go ponder btime 10000 binc 0"));
    assert_eq!(driver.deadline(), None);
    driver.ponder_hit(Duration::from_secs(3));
    assert_eq!(sent(&mut driver), ["ponderhit"]);
    assert_eq!(driver.deadline(), Some(Duration::from_secs(18)));
}

#[test]
fn ucci_gets_its_own_words() {
    let options = ["option usemillisec type check default true", "option newgame type button"];
    let mut driver = ready(Protocol::Ucci, &options, "bestmove h2e2");
    driver.new_game();
    assert_eq!(sent(&mut driver), ["setoption newgame"]);
    // the last capture is h2h9; the engine gets the position after it
    let game = game(&["h2h9", "i9h9", "b0c2"]);
    driver.search(&game, Go::move_time(Duration::from_millis(500)), NOW);
    let lines = sent(&mut driver);
    assert!(lines[0].starts_with("position fen rnbakabr1/9/1c5c1/"), "{lines:?}");
    assert!(lines[0].ends_with(" w - - 0 2 moves b0c2"), "{lines:?}");
    assert_eq!(lines[1], "go time 500 movestogo 1");
    driver.handle_line("nobestmove", NOW);
    assert_eq!(events(&mut driver), [Event::Answer { best: None, ponder: None }]);
    assert_eq!(game.position().side_to_move(), Color::Black);
}
