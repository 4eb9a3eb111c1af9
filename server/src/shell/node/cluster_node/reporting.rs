//! What a node announces in the directory, tells operators, and measures.

use super::membership::Duty;
use super::{Node, NodeMessage};
use crate::cluster::{HallCounts, HallEntry, MemberStatus, Role};
use crate::shell::operate::metrics::HallProgress;
use chuhe_cluster::Epoch;
use chuhe_protocol::HallName;
use std::fmt::Write as _;

impl Node {
    /// Announces what this node carries, counts its players and sets its metrics.
    pub(super) fn announce(&mut self) {
        let served = |state: &Duty| matches!(state, Duty::Serves { .. });
        let halls = self.members.values().filter(|member| served(&member.state)).count();
        let players: u32 = self.members.values().map(|member| member.counts.players).sum();
        let halls = u32::try_from(halls).unwrap_or(u32::MAX);
        self.cluster.directory().announce(halls, players, self.is_draining);
        let statuses: Vec<(HallName, MemberStatus)> = self
            .members
            .iter()
            .filter_map(|(hall, membership)| Some((hall.clone(), membership.member.as_ref()?.status())))
            .collect();
        for (hall, status) in statuses {
            self.metrics_of(&hall).set_progress(&progress(&status));
        }
        self.count();
    }

    /// Asks each hall here how many are in it, and announces it if that has changed.
    fn count(&self) {
        for (hall, route) in self.router.open_halls() {
            let Some(membership) = self.members.get(&hall.name) else { continue };
            let Duty::Serves { epoch, .. } = membership.state else { continue };
            let (before, sender) = (membership.counts, self.sender.clone());
            let directory = self.cluster.directory().clone();
            tokio::spawn(async move {
                let Some(status) = route.status().await else { return };
                let games = u32::try_from(status.gauges.games).unwrap_or(u32::MAX);
                let counts = HallCounts { players: hall.players, games };
                if counts == before {
                    return;
                }
                match directory.announce_hall(&hall.name, epoch, counts).await {
                    // fails only if the node has stopped
                    Ok(()) => _ = sender.send(NodeMessage::Counted(hall.name, counts)),
                    Err(error) => tracing::debug!(hall = %hall.name, %error, "the counts are not announced"),
                }
            });
        }
    }

    /// Announces that this node serves a hall, until the directory has it.
    pub(super) fn announce_hall(&self, hall: &HallName) {
        let Some(membership) = self.members.get(hall) else { return };
        let Duty::Serves { epoch, .. } = membership.state else { return };
        let (directory, hall, counts) = (self.cluster.directory().clone(), hall.clone(), membership.counts);
        tokio::spawn(async move {
            for _ in 0..ANNOUNCEMENTS {
                match directory.announce_hall(&hall, epoch, counts).await {
                    Ok(()) => return,
                    Err(error) => tracing::warn!(%hall, %error, "the hall is not announced"),
                }
                tokio::time::sleep(super::REFRESH).await;
            }
        });
    }

    /// Returns one line for each hall of the cluster.
    pub(super) fn list(&self) -> Vec<String> {
        let nodes = self.cluster.directory().nodes();
        let line = |hall: HallEntry| {
            let HallEntry { name, capacity, is_open, owner, address, epoch, counts } = hall;
            let HallCounts { players, games } = counts;
            let owner = owner.filter(|owner| nodes.iter().any(|node| node.name == *owner));
            let address = if owner.is_some() { address } else { "-".to_owned() };
            let owner = owner.unwrap_or_else(|| "-".to_owned());
            let state = if is_open { "open" } else { "closed" };
            let Epoch(epoch) = epoch;
            let mut line = format!("{name} players={players} games={games} capacity={capacity} {state}");
            // writing to a string never fails
            let _ = write!(line, " owner={owner} address={address} epoch={epoch}");
            if let Some(member) = self.members.get(&name).and_then(|membership| membership.member.as_ref()) {
                let status = member.status();
                let role: &'static str = status.role.into();
                let _ = write!(line, " here={role} applied={} lag={}", status.sequence.0, status.lag());
            }
            line
        };
        self.cluster.directory().halls().into_iter().map(line).collect()
    }
}

/// How often an announcement is tried.
const ANNOUNCEMENTS: usize = 10;

/// What metrics show of a member.
fn progress(status: &MemberStatus) -> HallProgress {
    let role = match status.role {
        Role::Stopped => 0,
        Role::Follows => 1,
        Role::Pauses => 2,
        Role::Serves => 3,
    };
    HallProgress { role, epoch: status.epoch.0, applied: status.sequence.0, lag: status.lag() }
}
