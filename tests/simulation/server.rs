//! A server as its owner and its writer make one of a hub and a store: what is
//! to be kept goes to the writer, and what follows from it waits until it is
//! committed. It can be killed between any two of these.

use super::model::Model;
use super::output_checker::OutputChecker;
use super::random::Random;
use chuhe_hub::{Answer, Hub, HubConfig, Input, Output, PasswordHash, Query, QueryId};
use chuhe_rules::clock::Timestamp;
use chuhe_server::store::{self, Batch, Durability, Memory, Outbox, Revision, Store, Write};
use std::collections::VecDeque;

/// How often the time is kept at which the server is alive.
const MARK_MS: u64 = 1_000;

/// A server that runs.
pub(super) struct Server {
    pub(super) hub: Hub,
    outbox: Outbox<Output>,
    /// At the writer.
    queued: VecDeque<(Batch, Vec<Write>)>,
    /// How often the time alive was kept, and when it is to be kept next.
    marks: Revision,
    mark_at: Timestamp,
    /// Whether the hub was told that nothing can be kept.
    pub(super) stalled: bool,
    /// When what is to be committed was first tried in vain.
    pub(super) tried_at: Option<Timestamp>,
}

/// What comes of telling the hub something.
#[derive(Default)]
pub(super) struct Outcome {
    /// What leaves, in this order.
    pub(super) leaves: Vec<Output>,
    pub(super) queries: Vec<(QueryId, Query)>,
}

impl Server {
    /// A server made of what is on the disk.
    pub(super) fn start(
        disk: &mut Memory,
        random: &mut Random,
        watch_delay_plies: u8,
        now: Timestamp,
    ) -> Self {
        let marks = store::last_alive(disk).expect("it can be read").map_or(0, |(revision, _)| revision);
        let restored = store::restore(disk).expect("what was kept can be read");
        let settings = HubConfig {
            first_id: now.as_ms() << 16,
            persistent_games: true,
            watch_delay_plies,
            ..HubConfig::seeded(random.seed())
        };
        let (hub, set_aside) = Hub::restore(settings, now, restored);
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

    /// Tells the hub, and takes what it queries for.
    pub(super) fn tell(
        &mut self,
        now: Timestamp,
        input: Input,
        checker: &mut OutputChecker,
        random: &mut Random,
    ) -> Outcome {
        // what is due comes before the input, and so before what the checker knows of it; before a
        // request the hub is to see to that itself
        let requested = matches!(input, Input::Received(..));
        if !requested && self.hub.poll_timeout().is_some_and(|at| at <= now) {
            self.hub.handle(now, Input::Tick);
        }
        let mut outcome = self.outputs(checker, random);
        checker.record_input(&input);
        self.hub.handle(now, input);
        let after = self.outputs(checker, random);
        outcome.leaves.extend(after.leaves);
        outcome.queries.extend(after.queries);
        outcome
    }

    /// Takes what the hub queries for.
    pub(super) fn outputs(&mut self, checker: &mut OutputChecker, random: &mut Random) -> Outcome {
        let mut outcome = Outcome::default();
        let mut after_record = false;
        while let Some(output) = self.hub.poll_output() {
            checker.check_output(&output);
            let is_record = matches!(output, Output::Save(_));
            // records that follow each other directly are kept together
            if is_record && !after_record && random.one_in(2) {
                self.send_batch();
            }
            after_record = is_record;
            match output {
                Output::Save(record) => {
                    self.outbox.save(store::write_of(&record).expect("what a hub saves is not too long"));
                }
                Output::Query(id, ask) => outcome.queries.push((id, ask)),
                Output::Notice(..) => outcome.leaves.push(output),
                // while nothing can be kept nobody waits to be turned out
                Output::Close(..) if self.stalled => outcome.leaves.push(output),
                Output::Send(..)
                | Output::SendAlso { .. }
                | Output::Broadcast(..)
                | Output::Close(..)
                | Output::Stop => {
                    outcome.leaves.extend(self.outbox.push(output));
                }
            }
        }
        self.send_batch();
        self.stop_unkept(&mut outcome);
        outcome
    }

    /// Where it is to stop while nothing can be kept, nobody is told what waits.
    fn stop_unkept(&mut self, outcome: &mut Outcome) {
        let stops = |output: &Output| matches!(output, Output::Stop);
        if self.stalled && self.outbox.waiting().any(stops) {
            let closes = |output: &Output| matches!(output, Output::Close(..) | Output::Stop);
            outcome.leaves.extend(self.outbox.take_waiting().filter(closes));
        }
    }

    fn send_batch(&mut self) {
        self.queued.extend(self.outbox.take_batch());
    }

    /// Whether something waits to be committed.
    pub(super) fn has_queued(&self) -> bool {
        !self.queued.is_empty()
    }

    /// Whether nothing waits for anything.
    pub(super) const fn is_idle(&self) -> bool {
        self.outbox.in_flight() == 0
    }

    /// Commits at most `most` of the batches that have queued; the last of them.
    pub(super) fn commit(
        &mut self,
        disk: &mut Memory,
        model: &mut Model,
        most: usize,
        now: Timestamp,
    ) -> Option<Batch> {
        let count = most.min(self.queued.len());
        let batches: Vec<(Batch, Vec<Write>)> = self.queued.drain(..count).collect();
        let last = batches.last().map(|(batch, _)| *batch);
        let mut writes: Vec<Write> = batches.into_iter().flat_map(|(_, writes)| writes).collect();
        // since it was first tried in vain nobody was served
        let alive_at = self.tried_at.take().unwrap_or(now);
        if self.mark_at <= alive_at {
            writes.push(store::alive_at(alive_at, self.marks));
            self.marks += 1;
            self.mark_at = alive_at.plus_ms(MARK_MS);
        }
        disk.commit(&writes, Durability::Process).expect("nobody else writes");
        model.apply_commit(&writes, now);
        last
    }

    /// All up to this batch is known to be committed: what may leave now.
    pub(super) fn committed(&mut self, batch: Batch) -> Vec<Output> {
        self.outbox.set_committed(batch);
        std::iter::from_fn(|| self.outbox.pop()).collect()
    }
}

/// The answer to a question.
pub(super) fn answer(disk: &mut Memory, ask: &Query) -> Answer {
    match ask {
        Query::ListGames { player, before, most } => {
            let (games, more) = store::games_of(disk, *player, *before, *most).expect("it can be read");
            Answer::Games { games, more }
        }
        Query::ReadGame { game, from, most } => {
            let first = store::entries(disk, *game, 0, 1).expect("it can be read").pop();
            let mut entries = store::entries(disk, *game, *from, *most + 1).expect("it can be read");
            let more = entries.len() > *most;
            entries.truncate(*most);
            Answer::Entries { first, entries, more }
        }
        // what a password is hashed with makes no difference here
        Query::HashPassword { password, salt: _ } => Answer::Hashed(PasswordHash(password.0.clone())),
        Query::VerifyPassword { password, hash } => Answer::Verified(password.0 == hash.0),
    }
}
