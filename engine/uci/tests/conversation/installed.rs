//! The engines that Debian packages, if they are installed.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_uci::{Engine, EngineConfig, Go, Interrupt, Launch, Protocol, Ranks};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Starts an engine of the folder where Debian installs them; says so if it is not there.
fn start(name: &str, arguments: &[&str], protocol: Option<Protocol>) -> Option<Engine> {
    let path = Path::new("/usr/games").join(name);
    if !path.exists() {
        let _ = writeln!(
            io::stderr(),
            "SKIPPED: {name} is not installed, so that no conversation with it was tried"
        );
        return None;
    }
    let launch = Launch { path, arguments: arguments.iter().map(|&text| text.to_owned()).collect() };
    let limit = Duration::from_secs(60);
    let config = EngineConfig {
        protocol,
        start_limit: limit,
        detection_limit: limit,
        move_grace: limit,
        ..EngineConfig::new(launch)
    };
    Some(Engine::start(&config).expect("it is an engine of xiangqi"))
}

/// Lets the engine answer for both sides.
fn play(engine: &mut Engine, go: &Go) {
    engine.new_game();
    let mut game = Game::new(Position::start(), Rules::default());
    for side in [Color::Red, Color::Black, Color::Red] {
        let interrupt = Interrupt { stop: &AtomicBool::new(false), ponder: None };
        let (best, _) = engine.search(&game, go, interrupt, &mut |_| {}).expect("it answers");
        game.play(side, best.expect("it does not resign")).expect("the driver checks moves");
    }
}

#[test]
fn fairy_stockfish_plays_in_uci_and_ucci() {
    for (protocol, found, ranks) in
        [(None, Protocol::Uci, Ranks::FromOne), (Some(Protocol::Ucci), Protocol::Ucci, Ranks::FromZero)]
    {
        let Some(mut engine) = start("fairy-stockfish", &[], protocol) else { return };
        assert!(engine.info().name.starts_with("Fairy-Stockfish"), "{:?}", engine.info().name);
        assert_eq!((engine.info().protocol, engine.info().ranks), (found, ranks));
        play(&mut engine, &Go::depth(3));
    }
}

#[test]
fn sjaakii_plays_in_uci() {
    let Some(mut engine) = start("sjaakii", &[], None) else { return };
    assert_eq!(engine.info().ranks, Ranks::FromOne);
    play(&mut engine, &Go::move_time(Duration::from_millis(20)));
}

#[test]
fn hoixiangqi_and_maxqi_play_in_xboard() {
    for (name, arguments) in [("hoixiangqi", &["-x"][..]), ("maxqi", &[])] {
        let Some(mut engine) = start(name, arguments, Some(Protocol::Xboard)) else { continue };
        play(&mut engine, &Go::move_time(Duration::from_millis(50)));
    }
}
