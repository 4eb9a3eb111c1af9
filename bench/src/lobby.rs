//! A lobby with many names in it: what it costs that one comes and goes.

use crate::line::Line;
use crate::load::Load;
use crate::machine::Machine;
use crate::moves::{SERVER, common};
use crate::pair::SetUp;
use crate::report::{Figure, Report};
use chuhe_protocol::ClientMessage;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// Comings and goings in a second.
const RATE: u32 = 20;
const TIME: Duration = Duration::from_secs(10);
const SETTLING: Duration = Duration::from_secs(5);

/// What the server spends on one who comes and goes while `names` are there.
///
/// # Errors
/// If anything is not as it is to be.
pub async fn lobby(machine: &Machine, names: usize, report: &mut Report) -> anyhow::Result<()> {
    let running = machine.start(SERVER.subject, SERVER.flags)?;
    let mut common = common(SERVER.subject, &running, 10);
    common.set_up = SetUp::Joined;
    let load = Load::start(common, names / 2, machine.threads).await?;
    sleep(SETTLING).await;
    let before = running.process.cpu()?;
    sleep(TIME).await;
    let idle = running.process.cpu()? - before;
    let before = running.process.cpu()?;
    let (start, visits) = (Instant::now(), RATE * TIME.as_secs() as u32);
    for n in 0..visits {
        sleep_until(start + n * Duration::from_secs(1) / RATE).await;
        let line = Line::greeted(running.process.address).await?;
        line.say(0, ClientMessage::Join { name: format!("v{n}") }).await?;
        line.say(0, ClientMessage::Quit).await?;
    }
    sleep_until(start + TIME).await;
    let spent = (running.process.cpu()? - before).saturating_sub(idle).as_secs_f64() / f64::from(visits);
    machine.say(&format!("{names} names: {:.2} ms of a core for each who comes and goes", spent * 1e3));
    report.figures.extend([
        Figure::new(format!("{names} names: CPU for one who comes and goes"), &[spent * 1e3], "ms"),
        Figure::new(
            format!("{names} names: the same for each who is told"),
            &[spent * 1e6 / names as f64],
            "µs",
        ),
        Figure::new(
            format!("{names} names: of a core while nothing happens"),
            &[idle.as_secs_f64() / TIME.as_secs_f64() * 100.0],
            "%",
        ),
    ]);
    load.end()
}
