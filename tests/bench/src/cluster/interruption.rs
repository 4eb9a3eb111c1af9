//! Measures how long games are interrupted when a node hands its hall on, and when a node or a NATS
//! server is killed.

use super::nats_trio::{SERVERS, Syncing};
use super::nodes::{Cluster, HALL};
use super::travelling::PACE;
use crate::environment::Environment;
use crate::load::Load;
use crate::moves::{PLIES, SERVER, shared_load};
use crate::player_pair::{Command, Journey, SharedLoad};
use crate::results::{Metric, Results, Target};
use crate::statistics::median;
use anyhow::{Context as _, ensure};
use std::path::Path;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Nodes of the cluster.
const NODES: usize = 3;
/// How long games run before something happens.
const BEFORE: Duration = Duration::from_secs(3);
/// How long they run from then on.
const AFTER: Duration = Duration::from_secs(25);

/// What happens to the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The node that serves the hall hands it on.
    Drain,
    /// The node that serves the hall is killed.
    KillNode,
    /// The NATS server that leads the hall's log is killed.
    KillLeader,
}

impl Fault {
    const ALL: [Self; 3] = [Self::Drain, Self::KillNode, Self::KillLeader];

    const fn title(self) -> &'static str {
        match self {
            Self::Drain => "a node is drained",
            Self::KillNode => "the node that serves is killed",
            Self::KillLeader => "the NATS server that leads the log is killed",
        }
    }

    /// The target of the longest interruption in seconds, if one is set for the worst game.
    const fn target(self) -> f64 {
        match self {
            Self::Drain => 2.0,
            Self::KillNode => 8.0,
            Self::KillLeader => 30.0,
        }
    }
}

/// Measures each fault in each round, while `games` games are played at human speed and more.
///
/// # Errors
/// If a program does not start, or a game does not go on.
pub async fn measure(
    environment: &Environment,
    nats: &Path,
    games: usize,
    rounds: usize,
    results: &mut Results,
) -> anyhow::Result<()> {
    let mut cluster = Cluster::start(environment, nats, Syncing::Always, NODES)?;
    let owner = cluster.wait_for_owner()?;
    let shared = shared_load(SERVER.kind, cluster.nodes[owner].address, PLIES);
    let nodes = cluster.nodes.iter().map(|node| node.address).collect();
    let journey = Journey { nodes, ..Journey::default() };
    let shared = SharedLoad { halls: &[HALL], journey, ..shared };
    let mut load = Load::start(shared, games, environment.threads).await?;
    let mut longest = vec![Vec::new(); Fault::ALL.len()];
    for _ in 0..rounds {
        for (fault, longest) in Fault::ALL.into_iter().zip(&mut longest) {
            let measured = measure_once(environment, &mut cluster, &mut load, fault).await;
            let measured = measured.with_context(|| fault.title())?;
            let worst = measured.iter().copied().fold(0.0, f64::max);
            environment.print_progress(&format!(
                "{}: {games} games, interrupted for {:.2} s in the median, {worst:.2} s at most",
                fault.title(),
                median(&measured)
            ));
            longest.extend(measured);
        }
    }
    load.stop()?;
    for (fault, longest) in Fault::ALL.into_iter().zip(longest) {
        let title = format!("{games} games while {}", fault.title());
        let worst = longest.iter().copied().fold(0.0, f64::max);
        results.metrics.push(Metric::new(format!("{title}: interrupted for"), &longest, "s"));
        let worst = Metric::new(format!("{title}: longest"), &[worst], "s");
        results.metrics.push(worst.with_target(Target::AtMost(fault.target())));
    }
    Ok(())
}

/// Lets something happen, mends it, and returns for how many seconds each game was interrupted.
async fn measure_once(
    environment: &Environment,
    cluster: &mut Cluster,
    load: &mut Load,
    fault: Fault,
) -> anyhow::Result<Vec<f64>> {
    let owner = cluster.wait_for_owner()?;
    let leader = cluster.nats.stream(&format!("CHUHE_HALL_{HALL}")).context("the log has no leader")?.leader;
    ensure!(leader < SERVERS, "the leader is one of the servers");
    let until = Instant::now() + BEFORE + AFTER;
    let happens = async {
        sleep(BEFORE).await;
        match fault {
            Fault::Drain => _ = cluster.control(owner, "drain")?,
            Fault::KillNode => cluster.nodes[owner].kill(),
            Fault::KillLeader => cluster.nats.kill(leader),
        }
        anyhow::Ok(())
    };
    let (played, happened) = tokio::join!(load.run_command(Command::Travel(until)), happens);
    happened?;
    played?;
    let arrivals = &load.shared().journey.arrivals;
    let arrivals = std::mem::take(&mut *arrivals.lock().unwrap_or_else(PoisonError::into_inner));
    let interruptions = interruptions(&arrivals);
    ensure!(!interruptions.is_empty(), "no game was played");
    match fault {
        Fault::Drain => {
            cluster.nodes[owner].terminate()?;
            cluster.nodes[owner].resume(environment, &cluster.nats)?;
        }
        Fault::KillNode => cluster.nodes[owner].resume(environment, &cluster.nats)?,
        Fault::KillLeader => cluster.nats.resume(leader)?,
    }
    cluster.nats.wait_until_healthy()?;
    // games go on with heartbeats meanwhile
    sleep(BEFORE).await;
    Ok(interruptions)
}

/// For how many seconds each game was interrupted: its longest time without a move, less the usual one.
fn interruptions(arrivals: &[(usize, Instant)]) -> Vec<f64> {
    let games = arrivals.iter().map(|(game, _)| game + 1).max().unwrap_or(0);
    let mut longest = vec![None; games];
    let mut last: Vec<Option<Instant>> = vec![None; games];
    for &(game, at) in arrivals {
        if let Some(before) = last[game].replace(at) {
            let gap = at.saturating_duration_since(before).saturating_sub(PACE);
            longest[game] = longest[game].max(Some(gap));
        }
    }
    longest.into_iter().flatten().map(|gap| gap.as_secs_f64()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interruption_is_the_longest_time_without_a_move() {
        let begun = Instant::now();
        let at = |ms| begun + PACE + Duration::from_millis(ms);
        let arrivals =
            [(0, begun), (1, begun), (1, at(1)), (0, at(500)), (0, at(600)), (1, at(2_001) + PACE)];
        assert_eq!(interruptions(&arrivals), [0.5, 2.0]);
        assert_eq!(interruptions(&[]), Vec::<f64>::new());
    }
}
