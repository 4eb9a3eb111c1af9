//! How long pairing and the standings take. `cargo test --release -p chuhe-tournaments -- --ignored --nocapture` prints it.

use crate::support::{Dice, Evening, swiss};
use chuhe_tournaments::{PlayerId, next_pairing, standings, why_not};
use std::time::{Duration, Instant};

fn timed<T>(of: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = of();
    (value, start.elapsed())
}

#[test]
#[ignore = "measures time, which needs an optimised build"]
fn pairing_is_fast_enough() {
    for (players, limit) in [(60, Duration::from_millis(50)), (500, Duration::from_secs(5))] {
        let mut evening = Evening::begun(swiss(11), players);
        let mut dice = Dice::new(3);
        let mut slowest = Duration::ZERO;
        for round in 1..=11 {
            let (proposal, pairing) = timed(|| next_pairing(&evening.tournament));
            proposal.expect("there is a pairing");
            let (_, why) = timed(|| why_not(&evening.tournament, PlayerId(1), Some(PlayerId(2))));
            evening.pair().expect("there is a pairing");
            evening.play(&mut dice, 0);
            let (_, table) =
                timed(|| standings(evening.tournament.regulations(), evening.tournament.state()));
            println!(
                "{players} players, round {round}: pairing {pairing:?}, why not {why:?}, table {table:?}"
            );
            slowest = slowest.max(pairing);
        }
        assert!(slowest < limit, "{players} players: {slowest:?}");
    }
}
