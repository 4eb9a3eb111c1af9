//! A server made of a hub, an outbox and a store, without tasks.
//!
//! Records go to the writer, and output that depends on them waits until they are committed.
//! The simulation can kill the server between any two of these steps.

use super::output_checker::OutputChecker;
use super::random::Random;
use chuhe_hub::{Answer, Hub, HubConfig, Input, Output, PasswordHash, Query, QueryId};
use chuhe_rules::clock::Timestamp;
use chuhe_store::{self as store, Batch, Durability, Memory, Outbox, Revision, Store, Write};
use std::collections::VecDeque;

/// How often the writer stores the time at which the server is alive.
const MARK_MS: u64 = 1_000;

/// A running server.
pub(crate) struct Server {
    pub(crate) hub: Hub,
    outbox: Outbox<Output>,
    /// The batches that the writer has not committed yet.
    queued: VecDeque<(Batch, Vec<Write>)>,
    /// The revision of the stored time alive, and when to store it next.
    marks: Revision,
    mark_at: Timestamp,
    /// Whether the hub has been notified that the store fails.
    pub(crate) stalled: bool,
    /// When the pending commit first failed.
    pub(crate) tried_at: Option<Timestamp>,
}

/// What the hub returns for an input.
#[derive(Default)]
pub(crate) struct Outputs {
    /// The outputs to perform, in order.
    pub(crate) sent: Vec<Output>,
    pub(crate) queries: Vec<(QueryId, Query)>,
}

impl Server {
    /// Starts a server from what is on the disk, with this configuration but for what outlives it.
    pub(crate) fn start(disk: &mut Memory, config: HubConfig, now: Timestamp) -> Self {
        let marks =
            store::last_alive(disk).expect("the disk can be read").map_or(0, |(revision, _)| revision);
        let restored = store::restore(disk).expect("the stored data can be read");
        let config = HubConfig { first_id: now.as_ms() << 16, persistent_games: true, ..config };
        let (hub, set_aside) = Hub::restore(config, now, restored);
        assert_eq!(set_aside, [], "everything stored can be used");
        Self {
            hub,
            outbox: Outbox::default(),
            queued: VecDeque::new(),
            marks,
            mark_at: now,
            stalled: false,
            tried_at: None,
        }
    }

    /// Passes an input to the hub, and returns its outputs.
    pub(crate) fn handle(
        &mut self,
        now: Timestamp,
        input: Input,
        checker: &mut OutputChecker,
        random: &mut Random,
    ) -> Outputs {
        // due timeouts come before the input, so the checker must not have recorded it yet; before a
        // request, the hub must handle them itself
        let requested = matches!(input, Input::Received(..) | Input::StoodStill(_));
        if !requested && self.hub.poll_timeout().is_some_and(|at| at <= now) {
            self.hub.handle(now, Input::Tick);
        }
        let mut outputs = self.outputs(checker, random);
        checker.record_input(&input);
        self.hub.handle(now, input);
        let after = self.outputs(checker, random);
        outputs.sent.extend(after.sent);
        outputs.queries.extend(after.queries);
        outputs
    }

    /// Takes the outputs of the hub, and checks them.
    pub(crate) fn outputs(&mut self, checker: &mut OutputChecker, random: &mut Random) -> Outputs {
        let mut outputs = Outputs::default();
        let mut after_record = false;
        while let Some(output) = self.hub.poll_output() {
            checker.check_output(&output);
            let is_record = matches!(output, Output::Save(_));
            // records that follow each other directly belong to one batch
            if is_record && !after_record && random.one_in(2) {
                self.send_batch();
            }
            after_record = is_record;
            match output {
                Output::Save(record) => {
                    self.outbox.save(
                        store::write_of(&record).expect("records of the hub respect the store's limits"),
                    );
                }
                Output::Query(id, query) => outputs.queries.push((id, query)),
                Output::Notice(..) | Output::Report(..) => outputs.sent.push(output),
                // while the store fails, closing a connection does not wait for it
                Output::Close(..) if self.stalled => outputs.sent.push(output),
                Output::Send(..)
                | Output::SendAlso { .. }
                | Output::Broadcast(..)
                | Output::Close(..)
                | Output::Stop => {
                    outputs.sent.extend(self.outbox.push(output));
                }
            }
        }
        self.send_batch();
        self.discard_on_stop(&mut outputs);
        outputs
    }

    /// Discards the waiting messages if the hub stops while the store fails.
    fn discard_on_stop(&mut self, outputs: &mut Outputs) {
        let stops = |output: &Output| matches!(output, Output::Stop);
        if self.stalled && self.outbox.waiting().any(stops) {
            let closes = |output: &Output| matches!(output, Output::Close(..) | Output::Stop);
            outputs.sent.extend(self.outbox.take_waiting().filter(closes));
        }
    }

    fn send_batch(&mut self) {
        self.queued.extend(self.outbox.take_batch());
    }

    /// Tests if a batch waits to be committed.
    pub(crate) fn has_queued(&self) -> bool {
        !self.queued.is_empty()
    }

    /// Tests if no batch waits or is being committed.
    pub(crate) const fn is_idle(&self) -> bool {
        self.outbox.in_flight() == 0
    }

    /// Commits at most `limit` of the queued batches, and returns the last of them and what was written.
    pub(crate) fn commit(
        &mut self,
        disk: &mut Memory,
        limit: usize,
        now: Timestamp,
    ) -> (Option<Batch>, Vec<Write>) {
        let count = limit.min(self.queued.len());
        let batches: Vec<(Batch, Vec<Write>)> = self.queued.drain(..count).collect();
        let last = batches.last().map(|(batch, _)| *batch);
        let mut writes: Vec<Write> = batches.into_iter().flat_map(|(_, writes)| writes).collect();
        // the server has not served anyone since the first failure
        let alive_at = self.tried_at.take().unwrap_or(now);
        if self.mark_at <= alive_at {
            writes.push(store::alive_at(alive_at, self.marks));
            self.marks += 1;
            self.mark_at = alive_at.plus_ms(MARK_MS);
        }
        disk.commit(&writes, Durability::Process).expect("nothing else writes to the disk");
        (last, writes)
    }

    /// Marks all batches up to this one as committed, and returns the outputs that waited for them.
    pub(crate) fn committed(&mut self, batch: Batch) -> Vec<Output> {
        self.outbox.set_committed(batch);
        std::iter::from_fn(|| self.outbox.pop()).collect()
    }
}

/// Answers a query of the hub.
pub(crate) fn answer(disk: &mut Memory, query: &Query) -> Answer {
    match query {
        Query::ListGames { player, before, limit } => {
            let (games, more) =
                store::games_of(disk, *player, *before, *limit).expect("the disk can be read");
            Answer::Games { games, more }
        }
        Query::FindGames { search, before, limit } => {
            let search = (**search).clone();
            let (games, next) =
                store::find_games(disk, search, *before, *limit).expect("the disk can be read");
            Answer::Found { games, next }
        }
        Query::ReadGame { player, game, from, limit } => {
            if !store::has_listed(disk, *player, *game).expect("the disk can be read") {
                return Answer::Entries { first: None, entries: Vec::new(), more: false, correction: None };
            }
            let first = store::entries(disk, *game, 0, 1).expect("the disk can be read").pop();
            let mut entries = store::entries(disk, *game, *from, *limit + 1).expect("the disk can be read");
            let more = entries.len() > *limit;
            entries.truncate(*limit);
            let correction = store::correction_of(disk, *player, *game).expect("the disk can be read");
            Answer::Entries { first, entries, more, correction }
        }
        Query::Pair(of) => chuhe_hub::find_pairing(of),
        Query::Examine { .. } => Answer::NotExamined,
        // the simulation does not depend on the hash function, but on the salt: the same password has other hashes
        Query::HashPassword { password, salt } => {
            let hash = format!("{:032x}{}", u128::from_be_bytes(*salt), password.0);
            Answer::Hashed(PasswordHash(hash))
        }
        Query::VerifyPassword { password, hash } => {
            Answer::Verified(hash.0.get(32..) == Some(&password.0[..]))
        }
        // the hub is on its own
        Query::Accounts(_) => Answer::Failed,
    }
}
