//! A game that many watch: what its players notice of it.

use crate::line::Line;
use crate::load::Load;
use crate::machine::{Machine, Running};
use crate::moves::{Pace, SERVER, measure, ratios, set_up};
use crate::report::{Figure, Report, Sample, Target};
use anyhow::{Context as _, bail, ensure};
use chuhe_protocol::{Activity, ClientMessage, GameId, Seq, ServerMessage, WatchFrom, limits, wire};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

/// Moves in a second: far more than people make.
const RATE: f64 = 25.0;
const PLIES: usize = 1_800;
/// Until all watch.
const SET_UP_TIME: Duration = Duration::from_secs(60);
const SETTLING: Duration = Duration::from_secs(2);

/// Who watches, in a thread of their own, until this is dropped.
#[derive(Debug)]
struct Spectators {
    told: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<anyhow::Result<()>>>,
}

impl Spectators {
    async fn start(server: SocketAddr, count: usize) -> anyhow::Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (ready, mut all_ready) = mpsc::unbounded_channel();
        let told = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&told);
        let thread = thread::spawn(move || {
            give_way();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut spectators = JoinSet::new();
                for n in 0..count {
                    spectators.spawn(watch(server, n, ready.clone(), Arc::clone(&counter)));
                }
                drop(ready);
                tokio::select! {
                    _ = stopped => Ok(()),
                    ended = spectators.join_next() => match ended {
                        Some(Ok(Err(error))) => Err(error),
                        _ => bail!("who watches has ended"),
                    },
                }
            })
        });
        let spectators = Self { told, stop: Some(stop), thread: Some(thread) };
        let all = async {
            for _ in 0..count {
                all_ready.recv().await.context("not all can watch")?;
            }
            anyhow::Ok(())
        };
        match timeout(SET_UP_TIME, all).await.context("it takes too long until all watch") {
            Ok(Ok(())) => Ok(spectators),
            Ok(Err(error)) | Err(error) => Err(spectators.end().err().unwrap_or(error)),
        }
    }

    fn end(mut self) -> anyhow::Result<u64> {
        drop(self.stop.take());
        let ended = self.thread.take().context("there is one")?.join();
        ended.ok().context("a spectator panicked")??;
        Ok(self.told.load(Ordering::Relaxed))
    }
}

/// Lets every other thread go before this one: who watches sits at another machine, and
/// does not take the processor from the players, nor from the server.
fn give_way() {
    let id = fs::read_link("/proc/thread-self").ok();
    if let Some(id) = id.as_deref().and_then(Path::file_name) {
        // where it is not heard, the players notice more than they would
        let _ = Command::new("chrt").args(["--idle", "--pid", "0"]).arg(id).status();
    }
}

/// Watches the one game that there is, and checks that it is told of every event.
async fn watch(
    server: SocketAddr,
    n: usize,
    ready: mpsc::UnboundedSender<()>,
    told: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut line = Line::greeted(server).await?;
    line.say(0, ClientMessage::Join { name: format!("w{n}") }).await?;
    let mut heartbeat = interval(Duration::from_millis(limits::HEARTBEAT_MS));
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut asked, mut next): (Option<GameId>, Option<Seq>) = (None, None);
    loop {
        let frame = tokio::select! {
            frame = line.frame() => frame?,
            _ = heartbeat.tick(), if asked.is_some() => {
                line.say(0, ClientMessage::Ping { nonce: 0, round_trip_ms: None }).await?;
                continue;
            }
        };
        let message: ServerMessage = wire::decode(&frame)?;
        if let ServerMessage::Players { players, .. } = &message
            && asked.is_none()
        {
            let playing = players.iter().find_map(|player| match player.activity {
                Activity::Playing { game, .. } => Some(game),
                Activity::Idle => None,
            });
            if let Some(game) = playing {
                asked = Some(game);
                line.say(0, ClientMessage::Watch { game, from: WatchFrom::Start }).await?;
            }
        } else if let ServerMessage::Watching { .. } = message {
            let _ = ready.send(());
        } else if let ServerMessage::Events { first, events, .. } = &message {
            ensure!(next.is_none_or(|next| next == *first), "a spectator was told of event {first}");
            next = Some(first + Seq::try_from(events.len())?);
            told.fetch_add(events.len() as u64, Ordering::Relaxed);
        } else if let ServerMessage::Refused { .. } | ServerMessage::Closing { .. } = message {
            bail!("a spectator was told {message:?}");
        }
    }
}

/// What the players of one game notice of `spectators`: without and with them, in turn.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn watched(
    machine: &Machine,
    spectators: usize,
    (rounds, time): (usize, Duration),
    report: &mut Report,
) -> anyhow::Result<()> {
    let (mut alone, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (running, mut load) = set_up(machine, SERVER, 1, PLIES).await?;
        sleep(SETTLING).await;
        alone.push(one_game(machine, &running, &mut load, time).await?);
        let crowd = Spectators::start(running.process.address, spectators).await?;
        sleep(SETTLING).await;
        seen.push(one_game(machine, &running, &mut load, time).await?);
        let told = crowd.end()?;
        let due = (RATE * time.as_secs_f64()) as u64 * spectators as u64;
        ensure!(told >= due, "spectators were told of {told} moves in place of {due}");
        load.end()?;
    }
    let title = format!("a game with {spectators} spectators");
    let p99 = |samples: &[Sample]| samples.iter().map(|sample| sample.p99_us).collect::<Vec<_>>();
    report.figures.extend([
        Figure::new(format!("{title}: its players' p99"), &p99(&seen), "µs"),
        Figure::new(format!("{title}: the same without them"), &p99(&alone), "µs"),
        Figure::new(format!("{title}: p99 with to without"), &ratios(&seen, &alone, |s| s.p99_us), "")
            .with(Target::AtMost(1.2)),
        Figure::new(format!("{title}: p50 with to without"), &ratios(&seen, &alone, |s| s.p50_us), ""),
    ]);
    report.samples.extend(alone.into_iter().chain(seen));
    Ok(())
}

async fn one_game(
    machine: &Machine,
    running: &Running,
    load: &mut Load,
    time: Duration,
) -> anyhow::Result<Sample> {
    let sample = measure(running, load, SERVER.name, 1, Pace::Paced(RATE), time).await?;
    let Sample { p50_us, p99_us, cpu_us, .. } = sample;
    machine.say(&format!("one game: p50 {p50_us:.0} p99 {p99_us:.0} µs, {cpu_us:.0} µs CPU a move"));
    Ok(sample)
}
