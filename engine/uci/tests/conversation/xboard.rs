//! The side that uses an engine, in the xboard protocol.

use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use chuhe_uci::{Clock, Driver, DriverConfig, EngineError, Event, Go, Protocol};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn play(game: &mut Game, text: &str) {
    let side = game.position().side_to_move();
    game.play(side, mv(text)).expect("a legal move");
}

fn sent(driver: &mut Driver) -> Vec<String> {
    std::iter::from_fn(|| driver.poll_line()).collect()
}

fn ready() -> Driver {
    let mut driver = Driver::new(DriverConfig::new("engine", Protocol::Xboard), NOW);
    assert_eq!(sent(&mut driver), ["xboard", "protover 2"]);
    driver.handle_line("feature done=0", NOW);
    driver.handle_line("feature myname=\"Hoi 1\" variants=\"xiangqi\" setboard=1 done=1", NOW);
    assert_eq!(driver.poll_event(), Some(Event::Ready));
    assert_eq!(driver.info().name, "Hoi 1");
    driver
}

#[test]
fn the_engine_gets_only_the_moves_that_it_lacks() {
    let mut driver = ready();
    let mut game = Game::new(Position::start(), Rules::default());
    play(&mut game, "h2e2");
    driver.search(&game, Go::move_time(Duration::from_millis(100)), NOW);
    let first = ["new", "variant xiangqi", "easy", "post", "level 40 0:04 0", "force", "h2e2"];
    let times = ["time 400", "otim 400", "go"];
    assert_eq!(sent(&mut driver), [&first[..], &times[..]].concat());
    driver.handle_line("move h9g7", NOW);
    assert_eq!(driver.poll_event(), Some(Event::Answer { best: Some(mv("h9g7")), ponder: None }));
    assert_eq!(sent(&mut driver), ["force"]);

    for text in ["h9g7", "b0c2"] {
        play(&mut game, text);
    }
    driver.search(&game, Go::move_time(Duration::from_millis(100)), NOW);
    assert_eq!(sent(&mut driver), ["b0c2", "time 390", "otim 390", "go"]);
}

#[test]
fn clocks_that_run_do_not_begin_the_game_anew() {
    let go = |own: u64, other: u64| {
        let clock = |seconds| {
            Some(Clock { left: Duration::from_secs(seconds), increment: Duration::from_millis(500) })
        };
        Go { clock: clock(own), opponent_clock: clock(other), ..Go::default() }
    };
    let mut driver = ready();
    let mut game = Game::new(Position::start(), Rules::default());
    driver.search(&game, go(60, 60), NOW);
    assert!(sent(&mut driver).contains(&"level 0 1:00 0.5".to_owned()));
    driver.handle_line("move h2e2", NOW);
    sent(&mut driver);
    for text in ["h2e2", "h9g7"] {
        play(&mut game, text);
    }
    driver.search(&game, go(57, 58), NOW);
    assert_eq!(sent(&mut driver), ["h9g7", "time 5700", "otim 5800", "go"]);
}

#[test]
fn another_game_begins_anew() {
    let mut driver = ready();
    let game = Game::new(Position::start(), Rules::default());
    driver.search(&game, Go::depth(3), NOW);
    assert!(sent(&mut driver).contains(&"sd 3".to_owned()));
    driver.handle_line("move h2e2", NOW);
    sent(&mut driver);
    driver.new_game();
    driver.search(&game, Go::depth(3), NOW);
    assert_eq!(sent(&mut driver)[0], "new");
}

#[test]
fn a_search_without_a_depth_is_not_limited_by_an_earlier_one() {
    let mut driver = ready();
    let mut game = Game::new(Position::start(), Rules::default());
    driver.search(&game, Go::depth(3), NOW);
    driver.handle_line("move h2e2", NOW);
    sent(&mut driver);
    for text in ["h2e2", "h9g7"] {
        play(&mut game, text);
    }
    driver.search(&game, Go::move_time(Duration::from_secs(1)), NOW);
    let lines = sent(&mut driver);
    assert_eq!((lines[0].as_str(), lines.last().map(String::as_str)), ("new", Some("go")));
    assert!(lines.iter().all(|line| !line.starts_with("sd")), "{lines:?}");
}

#[test]
fn the_longest_times_are_passed_on() {
    let clock = Some(Clock { left: Duration::MAX, increment: Duration::MAX });
    for go in [Go::move_time(Duration::MAX), Go { clock, opponent_clock: clock, ..Go::default() }] {
        let mut driver = ready();
        driver.search(&Game::new(Position::start(), Rules::default()), go, Duration::MAX);
        assert_eq!(sent(&mut driver).pop().as_deref(), Some("go"));
    }
}

#[test]
fn thinking_and_resignations_are_read() {
    let mut driver = ready();
    let game = Game::new(Position::start(), Rules::default());
    driver.search(&game, Go::depth(3), NOW);
    driver.handle_line("  4    -21      3      4382  2. Hg2 Hc7 3. Rh0 Rh9", NOW);
    let Some(Event::Info(info)) = driver.poll_event() else { panic!("thinking is reported") };
    assert_eq!((info.depth, info.nodes), (Some(4), Some(4_382)));
    driver.handle_line("Iteration aborted after 24/35 moves (68%), 0.06 s wasted", NOW);
    assert_eq!(driver.poll_event(), None);
    driver.handle_line("resign", NOW);
    assert_eq!(driver.poll_event(), Some(Event::Answer { best: None, ponder: None }));
}

#[test]
fn an_engine_that_rejects_a_legal_move_fails() {
    let mut driver = ready();
    driver.search(&Game::new(Position::start(), Rules::default()), Go::depth(3), NOW);
    driver.handle_line("Illegal move: h2e2", NOW);
    let error = EngineError::Nonsense { engine: "Hoi 1".into(), text: "Illegal move: h2e2".into() };
    assert_eq!(driver.poll_event(), Some(Event::Failed(error)));
}
