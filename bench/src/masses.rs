//! Many at once: what a connection takes of memory, how long it takes when all come back at
//! once, and when the server comes back itself.

use crate::load::Load;
use crate::machine::{Machine, Running};
use crate::moves::{BASELINE, Program, SERVER, common, set_up};
use crate::pair::{Command, SetUp};
use crate::process::listen_overflows;
use crate::report::{Figure, Report, Target};
use anyhow::Context as _;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::sleep;

/// What goes on after so many have come, or gone, is done then.
const SETTLING: Duration = Duration::from_secs(5);
/// How long all play before the restart, so that there is something to read.
const PLAYING: Duration = Duration::from_secs(3);
/// The length of a game of which the half is played then.
const PLIES: usize = 400;
/// The connections of which it was said what they may cost.
const SAID_OF: usize = 10_000;

/// What `connections` take of memory, in the server and in the relay.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn memory(machine: &Machine, connections: usize, report: &mut Report) -> anyhow::Result<()> {
    let mut taken = [0.0; 2];
    for (taken, program) in taken.iter_mut().zip([BASELINE, SERVER]) {
        *taken = memory_of(machine, program, connections).await?;
        let name = format!("{connections} connections: resident for each, {}", program.name);
        report.figures.push(Figure::new(name, &[*taken / 1024.0], "KiB"));
    }
    let name = format!("{connections} connections: resident, server to baseline");
    let figure = Figure::new(name, &[taken[1] / taken[0]], "");
    report.figures.push(said(figure, Target::AtMost(2.0), connections));
    Ok(())
}

/// What was said is said of ten thousand.
fn said(figure: Figure, target: Target, connections: usize) -> Figure {
    if connections >= SAID_OF { figure.with(target) } else { figure }
}

async fn memory_of(machine: &Machine, program: Program, connections: usize) -> anyhow::Result<f64> {
    let running = machine.start(program.subject, program.flags)?;
    let before = running.process.resident()?;
    let mut common = common(program.subject, &running, 10);
    common.set_up = SetUp::Joined;
    let load = Load::start(common, connections / 2, machine.threads).await?;
    sleep(SETTLING).await;
    let taken = running.process.resident()?.saturating_sub(before) as f64 / connections as f64;
    machine.say(&format!("{} at {connections} connections: {taken:.0} bytes each", program.name));
    load.end()?;
    Ok(taken)
}

/// All players of `games` games come back at once, to a server that ran on and to one that was
/// killed.
///
/// # Errors
/// If anything is not as it is to be; one does not take the other along.
pub async fn returning(machine: &Machine, games: usize, report: &mut Report) -> anyhow::Result<()> {
    let came_back = come_back(machine, games, report).await;
    let restarted = restart(machine, games, report).await;
    came_back.and(restarted)
}

async fn come_back(machine: &Machine, games: usize, report: &mut Report) -> anyhow::Result<()> {
    let (_running, mut load) = playing(machine, games).await?;
    let overflows = listen_overflows()?;
    load.tell(Command::HangUp).await?;
    sleep(SETTLING).await;
    let served = load.tell(Command::Resume).await.context("coming back")?;
    let players = 2 * games;
    let lost = (listen_overflows()? - overflows) as f64;
    let cuts = load.common().cuts.load(Ordering::Relaxed) as f64;
    machine.say(&format!("{players} came back in {served:.2?}, {lost} overflows, {cuts} cut"));
    let name = |what| format!("{players} come back at once: {what}");
    let lost = Figure::new(name("overflows of the listener's queue"), &[lost], "");
    report.figures.extend([
        said(seconds(name("all served after"), served), Target::AtMost(1.0), players),
        said(lost, Target::AtMost(0.0), players),
        Figure::new(name("cut meanwhile"), &[cuts], ""),
    ]);
    load.end()
}

async fn restart(machine: &Machine, games: usize, report: &mut Report) -> anyhow::Result<()> {
    let (mut running, mut load) = playing(machine, games).await?;
    load.tell(Command::HangUp).await?;
    let ready = machine.restart(&mut running)?;
    let served = load.tell(Command::Resume).await.context("coming back after a restart")?;
    machine.say(&format!("{games} games: listens {ready:.2?} after a kill, all are back {served:.2?} later"));
    let all_back = seconds(format!("restart with {games} games: all are back after"), ready + served);
    report.figures.extend([
        seconds(format!("restart with {games} games: listens after"), ready),
        said(all_back, Target::AtMost(2.0), 2 * games),
    ]);
    // that the games go on is what it is all about
    load.play(PLAYING).await.context("playing on after a restart")?;
    load.end()
}

/// A server, and so many games at it that have been played for a while.
async fn playing(machine: &Machine, games: usize) -> anyhow::Result<(Running, Load)> {
    let (running, mut load) = set_up(machine, SERVER, games, PLIES).await?;
    sleep(SETTLING).await;
    load.play(PLAYING).await?;
    Ok((running, load))
}

fn seconds(name: String, time: Duration) -> Figure {
    Figure::new(name, &[time.as_secs_f64()], "s")
}
