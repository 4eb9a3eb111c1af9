//! The real server, killed at random moments while forty players play as fast as
//! they are answered, and started again each time. Nothing that anyone was told
//! may be lost, changed, or told twice; clocks are right, and everyone has his
//! seat. `scripts/torture` does it longer.
//!
//! The moments are drawn from a seed, which is printed; what the players do in
//! between depends on the machine too.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod bot;
mod ledger;
mod lot;
mod server;
mod table;

use crate::program;
use bot::{Bot, Run, Shared};
use chuhe_server::store::Sqlite;
use ledger::Ledger;
use lot::Lot;
use server::Server;
use std::env;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

const PLAYERS: usize = 40;
/// Between two kills at most so many events are told, each to two players.
const MOST_EVENTS: usize = 1_500;
/// Nothing takes so long unless something is stuck.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn ten_kills_lose_nothing() {
    torture(10, 0xC0FFEE, &[]).await;
}

#[tokio::test]
#[ignore = "long: scripts/torture"]
async fn many_kills_lose_nothing() {
    let number = |name| env::var(name).ok().map(|text| text.parse().expect("a number"));
    let kills = number("TORTURE_KILLS").unwrap_or(200);
    let seed = number("TORTURE_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    let durability = env::var("TORTURE_DURABILITY").unwrap_or_else(|_| "process".into());
    torture(kills as usize, seed, &["--durability", &durability]).await;
}

async fn torture(kills: usize, seed: u64, flags: &[&str]) {
    say(&format!("seed {seed}, {kills} kills, {flags:?}"));
    let begun = Instant::now();
    let mut lot = Lot::new(seed);
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start(&program::server(), data.path(), flags).await;
    let mut run = Run { number: 0, address: Some(server.address), ending: false };
    let (runs, told_runs) = watch::channel(run);
    let shared = Shared::new(told_runs);
    let mut bots = JoinSet::new();
    for number in 0..PLAYERS {
        bots.spawn(Bot::new(Arc::clone(&shared), number, seed).live());
    }
    for _ in 0..kills {
        // now and then before anyone is told anything
        let events = if lot.one_in(10) { 0 } else { lot.below(MOST_EVENTS) as u64 };
        until_told(&shared, events).await;
        tokio::time::sleep(Duration::from_micros(lot.below(20_000) as u64)).await;
        if !shared.ledger().failures.is_empty() {
            break;
        }
        let pause = if lot.one_in(4) { lot.below(1_500) } else { 0 };
        runs.send_replace(Run { address: None, ..run });
        let restart = server.restart(Duration::from_millis(pause as u64)).await;
        shared.ledger().restarts.push(restart);
        run.number += 1;
        runs.send_replace(run);
    }
    // so that each game goes on once more
    until_told(&shared, PLAYERS as u64 * 10).await;
    runs.send_replace(Run { ending: true, ..run });
    let ended = tokio::time::timeout(PATIENCE, async {
        while let Some(ended) = bots.join_next().await {
            ended.expect("nobody panics");
        }
    });
    if ended.await.is_err() {
        shared.ledger().fail("not everyone comes to an end".into());
    }
    drop(server);
    let mut kept = Sqlite::open(data.path()).expect("what is kept is sound");
    let mut ledger = shared.ledger();
    ledger.check_invariants();
    ledger.compare(&mut kept).expect("what is kept can be read");
    report(&ledger, begun.elapsed());
    assert!(ledger.failures.is_empty(), "seed {seed}: {:#?}", ledger.failures);
    assert!(ledger.moves > 0 && ledger.interruptions > 0 && ledger.listed_games > 0, "something happened");
}

/// Waits until so many more events were told, or something failed.
async fn until_told(shared: &Shared, events: u64) {
    let told = |shared: &Shared| shared.ledger().told;
    let (enough, since) = (told(shared) + events, Instant::now());
    while told(shared) < enough && shared.ledger().failures.is_empty() {
        if since.elapsed() > PATIENCE {
            shared.ledger().fail("nothing is told any more".into());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn report(ledger: &Ledger, took: Duration) {
    let mut serving: Vec<Duration> = ledger.restarts.iter().map(|restart| restart.serving).collect();
    serving.sort_unstable();
    let median = serving.get(serving.len() / 2).copied().unwrap_or_default();
    say(&format!(
        "kills {}, moves acknowledged {}, sent again {}, events checked {}, seats resumed {}, \
         interruptions checked {}, finished games found {}, to serve again median {median:.1?} max {:.1?}, \
         interruptions longer than measured by at most {:.0?}, refusals {:?}, failures {}, took {took:.0?}",
        ledger.restarts.len(),
        ledger.moves,
        ledger.resent,
        ledger.told,
        ledger.resumed,
        ledger.interruptions,
        ledger.listed_games,
        serving.last().copied().unwrap_or_default(),
        ledger.most_excess,
        ledger.refusals,
        ledger.failures.len(),
    ));
}

/// A line for whoever runs the long runs.
fn say(line: &str) {
    // whether anyone listens is his affair
    let _ = writeln!(io::stdout(), "{line}");
}
