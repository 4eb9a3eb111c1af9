//! Measures players in browsers beside players in windows: WebSockets beside TCP, on one server.

use crate::connection::Transport;
use crate::environment::{Environment, Rounds, RunningProgram};
use crate::load::Load;
use crate::moves::{PLIES, Pace, REST, SERVER, WARM_UP, play, shared_load};
use crate::player_pair::{SetupStage, SharedLoad};
use crate::results::{Measurement, Metric, Results, Target};
use crate::statistics::LatencyHistogram;
use anyhow::Context as _;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::sleep;

/// Both transports, with their names in the results.
const TRANSPORTS: [(Transport, &str); 2] = [(Transport::Tcp, "TCP"), (Transport::WebSocket, "WebSocket")];
/// Flags of a server that serves browsers.
const FLAGS: [&str; 2] = ["--web", "127.0.0.1:0"];
/// Moves per second of each transport in the paced measurement.
const RATE: f64 = 2_500.0;
/// Time for the server to finish its own work after the clients have joined.
const SETTLING: Duration = Duration::from_secs(5);

/// Measures `games` games over each transport at the same time, and the memory of their connections.
///
/// # Errors
/// If the server does not start or a check of the load fails.
pub async fn measure(
    environment: &Environment,
    games: usize,
    Rounds { count: rounds, time }: Rounds,
    results: &mut Results,
) -> anyhow::Result<()> {
    memory(environment, games * 2, results).await?;
    for (pace, title) in [
        (Pace::ClosedLoop, format!("web, {games} games each")),
        (Pace::FixedRate(RATE), format!("web, {games} games each, {RATE} moves/s each")),
    ] {
        let mut measured = Vec::new();
        for _ in 0..rounds {
            measured.push(measure_both(environment, games, pace, time).await?);
        }
        add_metrics(&title, pace, &measured, results);
        results.measurements.extend(measured.into_iter().flatten());
    }
    Ok(())
}

/// Adds the values of each transport, and their ratios.
fn add_metrics(title: &str, pace: Pace, measured: &[[Measurement; 2]], results: &mut Results) {
    let mut add = |what: &str, value: fn(&Measurement) -> f64, unit, target: Option<Target>| {
        for n in 0..2 {
            let values: Vec<f64> = measured.iter().map(|both| value(&both[n])).collect();
            let name = format!("{title}: {what}, {}", TRANSPORTS[n].1);
            results.metrics.push(Metric::new(name, &values, unit));
        }
        let ratios: Vec<f64> = measured.iter().map(|[tcp, web]| value(web) / value(tcp)).collect();
        let ratio = Metric::new(format!("{title}: {what}, WebSocket to TCP"), &ratios, "");
        results.metrics.push(match target {
            Some(target) => ratio.with_target(target),
            None => ratio,
        });
    };
    if pace == Pace::ClosedLoop {
        add("moves", |measurement| measurement.moves_per_s, "/s", Some(Target::AtLeast(0.8)));
    }
    add("p50", |measurement| measurement.p50_us, "µs", None);
    add("p99", |measurement| measurement.p99_us, "µs", Some(Target::AtMost(1.3)));
}

/// Starts a server for both transports; returns it with the address for browsers.
fn start(environment: &Environment) -> anyhow::Result<(RunningProgram, SocketAddr)> {
    let mut running = environment.start(SERVER.kind, &FLAGS)?;
    let line = running.process.read_line()?;
    let web = line.strip_prefix("web at http://").and_then(|line| line.strip_suffix('/'));
    let web = web.with_context(|| format!("the server printed {line:?}"))?.parse()?;
    Ok((running, web))
}

/// Sets up a load over one transport.
async fn set_up(
    environment: &Environment,
    server: SocketAddr,
    transport: Transport,
    games: usize,
    stage: SetupStage,
) -> anyhow::Result<Load> {
    let shared = SharedLoad { transport, stage, ..shared_load(SERVER.kind, server, PLIES) };
    Load::start(shared, games, environment.threads).await
}

/// Plays over both transports at the same time.
async fn measure_both(
    environment: &Environment,
    games: usize,
    pace: Pace,
    time: Duration,
) -> anyhow::Result<[Measurement; 2]> {
    let (running, web) = start(environment)?;
    let mut tcp =
        set_up(environment, running.process.address, Transport::Tcp, games, SetupStage::Playing).await?;
    let mut web = set_up(environment, web, Transport::WebSocket, games, SetupStage::Playing).await?;
    sleep(REST).await;
    tokio::try_join!(play(&mut tcp, pace, WARM_UP), play(&mut web, pace, WARM_UP))?;
    let before = running.process.cpu_time()?;
    let (of_tcp, of_web) = tokio::try_join!(play(&mut tcp, pace, time), play(&mut web, pace, time))?;
    let cpu = running.process.cpu_time()? - before;
    tcp.stop()?;
    web.stop()?;
    // the processor time of the server is that of both
    let cpu_us = cpu.as_secs_f64() * 1e6 / (of_tcp.count() + of_web.count()).max(1) as f64;
    let measurement = |latencies: &LatencyHistogram, program: &'static str| Measurement {
        program,
        games,
        paced: match pace {
            Pace::ClosedLoop => None,
            Pace::FixedRate(rate) => Some(rate),
        },
        moves_per_s: latencies.count() as f64 / time.as_secs_f64(),
        cpu_us,
        p50_us: latencies.quantile_us(0.5),
        p99_us: latencies.quantile_us(0.99),
        p999_us: latencies.quantile_us(0.999),
    };
    let both = [measurement(&of_tcp, TRANSPORTS[0].1), measurement(&of_web, TRANSPORTS[1].1)];
    for Measurement { program, moves_per_s, p50_us, p99_us, .. } in &both {
        environment.print_progress(&format!(
            "{program} at {games} games beside as many: {moves_per_s:.0} moves/s, p50 {p50_us:.0} p99 {p99_us:.0} µs"
        ));
    }
    Ok(both)
}

/// Measures the resident memory of idle connections over each transport.
async fn memory(environment: &Environment, connections: usize, results: &mut Results) -> anyhow::Result<()> {
    let mut resident = [0.0; 2];
    for (resident, (transport, name)) in resident.iter_mut().zip(TRANSPORTS) {
        let (running, web) = start(environment)?;
        let before = running.process.resident_bytes()?;
        let address = match transport {
            Transport::Tcp => running.process.address,
            Transport::WebSocket => web,
        };
        let load = set_up(environment, address, transport, connections / 2, SetupStage::Joined).await?;
        sleep(SETTLING).await;
        let bytes = running.process.resident_bytes()?.saturating_sub(before) as f64;
        *resident = bytes / connections as f64;
        environment.print_progress(&format!("{name} at {connections} connections: {resident:.0} bytes each"));
        load.stop()?;
        let name = format!("web, {connections} connections: resident per connection, {name}");
        results.metrics.push(Metric::new(name, &[*resident / 1024.0], "KiB"));
    }
    let name = format!("web, {connections} connections: resident, WebSocket to TCP");
    let ratio = Metric::new(name, &[resident[1] / resident[0]], "");
    results.metrics.push(ratio.with_target(Target::AtMost(2.0)));
    Ok(())
}
