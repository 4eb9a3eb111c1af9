//! Kills the real server at random moments while forty bots play, and restarts it each time. A few
//! more bots play the server's own computer players, which start anew with it.
//!
//! No event that a player received may be lost, changed or delivered twice; clocks must be
//! right, and every player must get their seat back. `scripts/torture` is the long form.
//!
//! A seed, which is printed, decides when the server is killed. What the bots do in between
//! also depends on the machine.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod bot;
mod connection;
mod evening;
mod ledger;
mod random;
mod server;
mod table;

use crate::program;
use bot::{Bot, Run, Shared};
use chuhe_server::store::{Sqlite, recompute};
use ledger::Ledger;
use random::Random;
use server::Server;
use std::env;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

const PLAYERS: usize = 40;
/// The computer players of the server, each with a bot that plays it.
const COMPUTERS: usize = 3;
/// Kills of which some happen while a computer plays.
const MANY: usize = 50;
/// The most events between two kills. Each event counts once per player who receives it.
const MOST_EVENTS: usize = 1_500;
/// The run fails after this time without progress.
const TIMEOUT: Duration = Duration::from_secs(120);

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

#[tokio::test]
async fn kills_in_an_evening_lose_nothing() {
    evening::torture(2, 3, 1, 0xC0FFEE, &[]).await;
}

#[tokio::test]
#[ignore = "long: scripts/torture"]
async fn many_kills_in_evenings_lose_nothing() {
    let number = |name| env::var(name).ok().map(|text| text.parse().expect("a number"));
    let kills = number("TORTURE_KILLS").unwrap_or(200);
    let seed = number("TORTURE_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    let durability = env::var("TORTURE_DURABILITY").unwrap_or_else(|_| "process".into());
    evening::torture(7, usize::MAX, kills as usize, seed, &["--durability", &durability]).await;
}

async fn torture(kills: usize, seed: u64, flags: &[&str]) {
    print_line(&format!("seed {seed}, {kills} kills, {flags:?}"));
    let begun = Instant::now();
    let mut random = Random::new(seed);
    let data = tempfile::tempdir().expect("a directory");
    let computers = COMPUTERS.to_string();
    let flags = [flags, &["--bots", &computers]].concat();
    let mut server = Server::start(&program::server(), data.path(), &flags).await;
    let nodes = [Some(server.address), None, None];
    let mut run = Run { number: 0, nodes, ending: false };
    let (runs, observed_runs) = watch::channel(run);
    let shared = Shared::new(observed_runs);
    let mut bots = JoinSet::new();
    for number in 0..PLAYERS {
        bots.spawn(Bot::new(Arc::clone(&shared), number, seed, None).play());
    }
    for n in 0..COMPUTERS {
        bots.spawn(Bot::against_computer(Arc::clone(&shared), PLAYERS + n, seed, n).play());
    }
    for _ in 0..kills {
        // sometimes kill before any event is sent
        let events = if random.one_in(10) { 0 } else { random.below(MOST_EVENTS) as u64 };
        until_received(&shared, events).await;
        tokio::time::sleep(Duration::from_micros(random.below(20_000) as u64)).await;
        if !shared.ledger().failures.is_empty() {
            break;
        }
        let pause = if random.one_in(4) { random.below(1_500) } else { 0 };
        runs.send_replace(Run { nodes: [None; 3], ..run });
        let restart = server.restart(Duration::from_millis(pause as u64)).await;
        shared.ledger().restarts.push(restart);
        run.number += 1;
        runs.send_replace(run);
    }
    // then each game continues after the last restart
    until_received(&shared, PLAYERS as u64 * 10).await;
    until_computers_move(&shared, run.number).await;
    runs.send_replace(Run { ending: true, ..run });
    let ended = tokio::time::timeout(TIMEOUT, async {
        while let Some(ended) = bots.join_next().await {
            ended.expect("no bot panics");
        }
    });
    if ended.await.is_err() {
        shared.ledger().fail("some bots did not finish".into());
    }
    drop(server);
    let mut kept = Sqlite::open(data.path()).expect("the database is sound");
    let mut ledger = shared.ledger();
    ledger.check_invariants();
    ledger.compare(&mut kept).expect("the database is readable");
    drop(kept);
    let ratings = recompute(data.path(), true).expect("the database is readable");
    assert_eq!((ratings.changed, ratings.logged), (0, 0), "each rated game counts once: {ratings:?}");
    print_line(&format!("{} rated games of {} players", ratings.games, ratings.players));
    assert!(kills < MANY || ratings.games > 0, "no game was rated");
    report(&ledger, begun.elapsed());
    assert!(ledger.failures.is_empty(), "seed {seed}: {:#?}", ledger.failures);
    assert!(ledger.moves > 0 && ledger.interruptions > 0 && ledger.listed_games > 0, "the run was idle");
    // in a few restarts it may be that no computer plays just then
    assert!(kills < MANY || ledger.continued_moves > 0, "no computer went on with a game after a restart");
}

/// Waits until each computer player has moved after this many restarts, or something failed.
async fn until_computers_move(shared: &Shared, run: usize) {
    let since = Instant::now();
    let have_moved = |shared: &Shared| {
        let moved = &shared.ledger().computers_moved;
        moved.values().filter(|last| **last == run).count() == COMPUTERS
    };
    while !have_moved(shared) && shared.ledger().failures.is_empty() {
        if since.elapsed() > TIMEOUT {
            let moved = format!("{:?}", shared.ledger().computers_moved);
            shared.ledger().fail(format!("after {run} restarts, computers last moved in {moved}"));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Waits until the bots have received this many more events, or something failed.
async fn until_received(shared: &Shared, events: u64) {
    let received = |shared: &Shared| shared.ledger().received;
    let (enough, since) = (received(shared) + events, Instant::now());
    while received(shared) < enough && shared.ledger().failures.is_empty() {
        if since.elapsed() > TIMEOUT {
            shared.ledger().fail("the server sends no more events".into());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn report(ledger: &Ledger, took: Duration) {
    let mut serving: Vec<Duration> = ledger.restarts.iter().map(|restart| restart.serving).collect();
    serving.sort_unstable();
    let median = serving.get(serving.len() / 2).copied().unwrap_or_default();
    print_line(&format!(
        "{} kills, {} moves acknowledged, {} retried, {} events checked, {} seats resumed, \
         {} interruptions checked, {} finished games found, restart median {median:.1?} max {:.1?}, \
         interruptions at most {:.0?} longer than measured, {} moves of computers in games that went on, \
         refusals {:?}, {} failures, took {took:.0?}",
        ledger.restarts.len(),
        ledger.moves,
        ledger.resent,
        ledger.received,
        ledger.resumed,
        ledger.interruptions,
        ledger.listed_games,
        serving.last().copied().unwrap_or_default(),
        ledger.most_excess,
        ledger.continued_moves,
        ledger.refusals,
        ledger.failures.len(),
    ));
}

/// Prints a line of progress.
fn print_line(line: &str) {
    // a closed output does not fail the run
    let _ = writeln!(io::stdout(), "{line}");
}
