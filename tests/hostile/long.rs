//! Attacks the server program at scale and measures move latency and memory under each attack.
//!
//! The attackers run in a thread of their own. The figures are only printed; the assertions
//! are that games go on and that each attack ends for its reason.

use super::attack::{Attack, Ends, Enemy, Sources, refused};
use super::pair::Pair;
use crate::program::{self, first_line, start};
use chuhe_protocol::CloseReason;
use std::fs;
use std::io::{self, Write as _};
use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

const PAIRS: usize = 5;
const QUIET: Duration = Duration::from_secs(12);
const BESIEGED: Duration = Duration::from_secs(24);

/// The time over which the attackers start. Starting all at once would measure this machine instead.
const MUSTER: Duration = Duration::from_secs(8);

const PHASES: [(&str, &[(Attack, u32)]); 6] = [
    ("5,000 silent", &[(Attack::Silent, 5_000)]),
    ("1,000 never reading", &[(Attack::Unreading, 1_000)]),
    ("10,000 frames a second", &[(Attack::Flood, 1)]),
    ("half-open, slowloris", &[(Attack::HalfOpen, 20), (Attack::Slowloris, 200)]),
    (
        "garbage",
        &[(Attack::Garbage, 5), (Attack::Oversized, 5), (Attack::ZeroLength, 5), (Attack::Trailing, 5)],
    ),
    ("quiet again", &[]),
];

#[tokio::test]
#[ignore = "long: scripts/torture"]
async fn latency_and_memory_under_attack() {
    let mut command = Command::new(program::server());
    command.env_clear().args(["--listen", "127.0.0.1:0", "--data", ":memory:", "--log", "error"]);
    let (running, mut output) = start(&mut command);
    let line = first_line(&mut output);
    let server = line.strip_prefix("listening at ").and_then(|text| text.parse().ok()).expect("an address");
    rlimit::increase_nofile_limit(u64::MAX).expect("the limit of open files can be raised");
    let mut pairs = Vec::new();
    for n in 0..PAIRS {
        pairs.push(Pair::begin(server, n).await);
    }
    let (sources, ends) = (Arc::new(Sources::default()), Ends::default());
    let enemy = Enemy { server, sources, ends: ends.clone(), one_talks_in: 40 };
    let mut quiet = Duration::ZERO;
    let phases = std::iter::once(("quiet", &[] as &[_])).chain(PHASES);
    for (name, attacks) in phases {
        let siege = Siege::begin(enemy.clone(), attacks);
        let time = if attacks.is_empty() { QUIET } else { BESIEGED };
        let (first, took) = (resident(running.id()), play(&mut pairs, time).await);
        let last = resident(running.id());
        siege.end();
        let [p50, p99] = [50, 99].map(|percent| took[(took.len() - 1) * percent / 100]);
        if quiet.is_zero() {
            quiet = p99;
        }
        let ratio = p99.as_secs_f64() / quiet.as_secs_f64();
        let moves = took.len();
        print_line(&format!(
            "{name}: {moves} moves, p50 {p50:.2?}, p99 {p99:.2?} ({ratio:.2} of quiet), resident {first} to {last} KiB"
        ));
    }
    print_line(&ends.table());
    for pair in pairs {
        pair.end().await;
    }
    for (attack, end) in [
        (Attack::Flood, "Flood"),
        (Attack::Oversized, "BrokenFrame"),
        (Attack::ZeroLength, "BrokenFrame"),
        (Attack::Trailing, "BrokenFrame"),
    ] {
        assert!(ends.of(attack, end) > 0, "{attack:?}: {}", ends.table());
    }
    // the connection over the address's limit is closed with the reason
    let greedy = Ipv4Addr::new(127, 200, 0, 1);
    let mut held = Vec::new();
    for _ in 0..chuhe_protocol::limits::ADDRESS_CONNECTIONS {
        held.push(
            super::attack::connect(server, greedy, false).await.expect("the address is below its limit"),
        );
    }
    assert_eq!(refused(server, greedy).await, Some(CloseReason::AddressFull));
}

/// Attackers in a thread of their own, until [`Siege::end`].
struct Siege(Option<(oneshot::Sender<()>, thread::JoinHandle<()>)>);

impl Siege {
    fn begin(enemy: Enemy, attacks: &'static [(Attack, u32)]) -> Self {
        if attacks.is_empty() {
            return Self(None);
        }
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async move {
                let mut tasks = JoinSet::new();
                for &(attack, count) in attacks {
                    for n in 0..count {
                        let (enemy, due) = (enemy.clone(), MUSTER * n / count);
                        tasks.spawn(async move {
                            tokio::time::sleep(due).await;
                            enemy.repeat(attack, n as usize).await;
                        });
                    }
                }
                // `Siege::end` drops the sender
                let _ = stopped.await;
            });
        });
        Self(Some((stop, thread)))
    }

    fn end(self) {
        if let Some((stop, thread)) = self.0 {
            drop(stop);
            thread.join().expect("the attackers do not panic");
        }
    }
}

/// Plays with all pairs; returns the latency of each move, sorted.
async fn play(pairs: &mut Vec<Pair>, time: Duration) -> Vec<Duration> {
    let until = Instant::now() + time;
    let mut playing = JoinSet::new();
    for mut pair in pairs.drain(..) {
        playing.spawn(async move {
            let mut took = Vec::new();
            while Instant::now() < until {
                took.push(pair.play_paced().await);
            }
            (pair, took)
        });
    }
    let mut all = Vec::new();
    while let Some(played) = playing.join_next().await {
        let (pair, took) = played.expect("the pair does not panic");
        pairs.push(pair);
        all.extend(took);
    }
    all.sort_unstable();
    all
}

/// The resident memory of a process in KiB; 0 where the system does not report it.
fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Prints a line of progress.
fn print_line(line: &str) {
    // a closed output does not fail the run
    let _ = writeln!(io::stdout(), "{line}");
}
