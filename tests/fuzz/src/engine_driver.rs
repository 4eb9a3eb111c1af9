//! Feeds lines to the side that uses an engine, in each protocol.
//!
//! An engine that says anything whatever is answered in lines, and each of its moves is legal, or it
//! fails once.

use chuhe_rules::xiangqi::{Game, Position, Rules};
use chuhe_uci::{Driver, DriverConfig, Event, Go, Protocol};
use std::time::Duration;

/// Checks the driver on `data`, whose first byte is the protocol and whose lines an engine says.
pub fn run(data: &[u8]) {
    let Some((&first, data)) = data.split_first() else { return };
    let protocol = [Protocol::Uci, Protocol::Ucci, Protocol::Xboard][usize::from(first) % 3];
    let game = Game::new(Position::start(), Rules::default());
    let mut driver = Driver::new(DriverConfig::new("fuzz", protocol), Duration::ZERO);
    let mut failures = 0;
    for (second, line) in data.split(|&byte| byte == b'\n').enumerate() {
        let now = Duration::from_secs(second as u64);
        driver.handle_line(&String::from_utf8_lossy(line), now);
        driver.handle_timeout(now);
        while let Some(line) = driver.poll_line() {
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
        while let Some(event) = driver.poll_event() {
            match event {
                Event::Failed(error) => {
                    failures += 1;
                    assert!(!error.to_string().contains('\n'), "{error}");
                }
                Event::Answer { best, .. } => {
                    assert!(best.is_none_or(|mv| game.position().validate(mv).is_ok()), "{best:?}");
                }
                Event::Ready | Event::Info(_) => {}
            }
        }
        if driver.is_idle() {
            driver.search(&game, Go::move_time(Duration::from_secs(1)), now);
        }
    }
    assert!(failures <= 1, "an engine fails once");
}
