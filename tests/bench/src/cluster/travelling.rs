//! Pairs that follow their hall from node to node, as the client does, and note when moves arrive.

use crate::connection::Lost;
use crate::player::{Closed, Elsewhere, Player, Refused};
use crate::player_pair::{PlayerPair, TIMEOUT};
use anyhow::{Context as _, bail};
use chuhe_rules::GameMove;
use std::net::SocketAddr;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The pause between the moves of a game.
pub const PACE: Duration = Duration::from_millis(200);
/// How long one node may take to answer, as in the client.
const NODE_ANSWER: Duration = Duration::from_secs(4);
/// The pause before another attempt while no node serves the hall, as in the client.
const MOVING_RETRY: Duration = Duration::from_millis(300);
/// The pause before another attempt after a node was not there, as in the client.
const LOST_RETRY: Duration = Duration::from_millis(500);
/// After this many attempts there is a pause even if a node has said where the hall is.
const REDIRECTS: usize = 5;
/// The pause before a move is sent again that was refused during a pause.
const REFUSED_RETRY: Duration = Duration::from_millis(50);

impl PlayerPair {
    /// Plays a move each [`PACE`], and follows the hall if its connections end, until the given time.
    ///
    /// Tries to play at least once, also when that time is over.
    ///
    /// # Errors
    /// If a message is unexpected, or the hall is not found.
    pub(crate) async fn travel_until(&mut self, until: Instant) -> anyhow::Result<()> {
        self.players.iter_mut().for_each(|player| player.travels = true);
        loop {
            match self.play_and_pause().await {
                Ok(()) => {}
                Err(error) if error.is::<Refused>() => sleep(REFUSED_RETRY).await,
                Err(error) if is_interruption(&error) => {
                    timeout(TIMEOUT, self.follow_hall()).await.context("the hall is not found")??;
                }
                Err(error) => return Err(error),
            }
            if Instant::now() >= until {
                return Ok(());
            }
        }
    }

    async fn play_and_pause(&mut self) -> anyhow::Result<()> {
        let ply = self.ply;
        // a move that was sent before an interruption may have been played
        if self.players.iter().any(|player| player.next_ply <= ply) {
            let next = self.next_move()?;
            let sent = self.players[self.mover()].connection()?.send_frame(&next.frame).await;
            sent.map_err(|_| Lost)?;
            let arrives = self.read_both_until(|player| player.next_ply > ply);
            timeout(TIMEOUT, arrives).await.context("a move did not arrive in time")??;
        }
        let arrival = (self.number, Instant::now());
        self.shared.journey.arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(arrival);
        self.advance().await?;
        match timeout(PACE, self.read_both_until(|_| false)).await {
            Ok(read) => read,
            Err(_) => Ok(()),
        }
    }

    async fn follow_hall(&mut self) -> anyhow::Result<()> {
        let (nodes, moves) = (&self.shared.journey.nodes[..], &self.shared.recordings[self.game][..]);
        let [one, other] = &mut self.players;
        tokio::try_join!(follow(one, nodes, moves), follow(other, nodes, moves))?;
        Ok(())
    }
}

fn is_interruption(error: &anyhow::Error) -> bool {
    error.is::<Lost>() || error.is::<Closed>() || error.is::<Elsewhere>()
}

/// Connects a player to the node that serves the hall.
async fn follow(player: &mut Player, nodes: &[SocketAddr], moves: &[GameMove]) -> anyhow::Result<()> {
    if nodes.is_empty() {
        bail!("there are no nodes");
    }
    let mut attempts = 0;
    loop {
        player.disconnect();
        let address = player.hall_address.take().unwrap_or(nodes[attempts % nodes.len()]);
        attempts += 1;
        let error = match timeout(NODE_ANSWER, player.try_reconnect(address, moves)).await {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => error,
            Err(_) => continue,
        };
        if !is_interruption(&error) {
            return Err(error);
        }
        if player.hall_address.is_none() || attempts % REDIRECTS == 0 {
            sleep(if error.is::<Lost>() { LOST_RETRY } else { MOVING_RETRY }).await;
        }
    }
}
