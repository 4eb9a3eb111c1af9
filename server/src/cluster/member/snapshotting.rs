//! Storing snapshots while the hall is served, and beginning anew from one.

use super::super::backup::BackupWishes;
use super::super::copy::HallCopy;
use super::super::fetching::fetch_copy;
use super::super::image::take_image;
use super::super::snapshots::SnapshotStore;
use super::report::MemberFault;
use crate::serving::MemberClock;
use chuhe_cluster::{Reach, Sequence, SnapshotAnswer, SnapshotStep, Snapshots};
use chuhe_store::StoreError;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::mpsc;

/// What became of a step.
#[derive(Debug)]
pub(super) enum Done {
    /// The image is taken.
    Taken(Result<Vec<u8>, StoreError>),
    /// The step was carried out in NATS.
    Answered(SnapshotAnswer),
}

/// Stores snapshots while the hall is served.
pub(super) struct Snapshotting {
    store: SnapshotStore,
    clock: MemberClock,
    folder: PathBuf,
    every: u64,
    /// While the hall is served.
    machine: Option<Snapshots>,
    /// Distinguishes this time of serving from those before it.
    generation: u64,
    wishes: Arc<BackupWishes>,
    /// The place and the bytes of the snapshot that is being stored.
    place: Reach,
    image: Arc<Vec<u8>>,
    done: mpsc::UnboundedReceiver<(u64, Done)>,
    to_done: mpsc::UnboundedSender<(u64, Done)>,
}

impl Snapshotting {
    pub(super) fn new(store: SnapshotStore, clock: MemberClock, folder: PathBuf, every: u64) -> Self {
        let (to_done, done) = mpsc::unbounded_channel();
        Self {
            store,
            clock,
            folder,
            every,
            machine: None,
            generation: 0,
            wishes: Arc::default(),
            place: Reach::default(),
            image: Arc::default(),
            done,
            to_done,
        }
    }

    /// The hall is served. Returns what its store looks at.
    pub(super) fn start(&mut self) -> Arc<BackupWishes> {
        self.stop();
        self.machine = Some(Snapshots::new(self.every, super::super::names::random(), self.clock.now()));
        Arc::clone(&self.wishes)
    }

    /// The hall is served no more.
    pub(super) fn stop(&mut self) {
        self.machine = None;
        self.generation += 1;
        self.wishes = Arc::default();
        self.image = Arc::default();
    }

    /// Begins a snapshot if one is due.
    pub(super) fn drive(&mut self, copy: Sequence) {
        let now = self.clock.now();
        let step = self.machine.as_mut().and_then(|machine| machine.begin(copy, now));
        self.carry_out(step);
    }

    fn carry_out(&self, step: Option<SnapshotStep>) {
        match step {
            None => {}
            Some(SnapshotStep::Make) => self.wishes.begin(),
            Some(
                step @ (SnapshotStep::ReadPointer
                | SnapshotStep::Store(_)
                | SnapshotStep::Point(..)
                | SnapshotStep::Purge(_)
                | SnapshotStep::Delete(_)),
            ) => {
                let (store, image) = (self.store.clone(), Arc::clone(&self.image));
                self.spawn(async move { Done::Answered(store.carry_out(step, image).await) });
            }
        }
    }

    fn spawn(&self, work: impl Future<Output = Done> + Send + 'static) {
        let (to_done, generation) = (self.to_done.clone(), self.generation);
        tokio::spawn(async move {
            let done = work.await;
            // the member may have ended
            let _ = to_done.send((generation, done));
        });
    }

    /// The store holds the file, of this length and with this place; or it cannot.
    pub(super) fn held(&mut self, held: Result<(Reach, u64), StoreError>) {
        let (place, bytes) = match held {
            Ok(held) => held,
            Err(error) => return self.failed(&error),
        };
        self.place = place;
        let folder = self.folder.clone();
        self.spawn(async move {
            let taken = tokio::task::spawn_blocking(move || take_image(&folder, bytes)).await;
            Done::Taken(taken.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string()))))
        });
    }

    /// The store has let the file go, which had not changed; or it had.
    pub(super) fn let_go(&mut self, let_go: Result<(), StoreError>) {
        match let_go {
            Ok(()) if self.image.is_empty() => self.answered(SnapshotAnswer::Failed),
            Ok(()) => {
                let place = self.place;
                let step = self.machine.as_mut().and_then(|machine| machine.made(place));
                self.carry_out(step);
            }
            Err(error) => self.failed(&error),
        }
    }

    /// Waits for the end of a step.
    pub(super) async fn next(&mut self) -> Option<Done> {
        let (generation, done) = self.done.recv().await?;
        Some(done).filter(|_| generation == self.generation)
    }

    pub(super) fn finished(&mut self, done: Option<Done>) {
        match done {
            None => {}
            Some(Done::Taken(taken)) => {
                match taken {
                    Ok(image) => self.image = Arc::new(image),
                    Err(error) => {
                        self.image = Arc::default();
                        tracing::warn!(%error, "no snapshot can be made");
                    }
                }
                self.wishes.end();
            }
            Some(Done::Answered(answer)) => {
                if matches!(answer, SnapshotAnswer::Pointed(_)) {
                    let (sequence, bytes) = (self.place.sequence.0, self.image.len());
                    tracing::info!(sequence, bytes, "a snapshot of the hall is stored");
                    self.image = Arc::default();
                }
                self.answered(answer);
            }
        }
    }

    fn failed(&mut self, error: &StoreError) {
        tracing::warn!(%error, "no snapshot can be made");
        self.answered(SnapshotAnswer::Failed);
    }

    fn answered(&mut self, answer: SnapshotAnswer) {
        let now = self.clock.now();
        let step = self.machine.as_mut().and_then(|machine| machine.answered(answer, now));
        self.carry_out(step);
    }

    /// Fetches a snapshot for a copy that is behind the log, and makes it the copy. Waits for NATS.
    pub(super) fn fetch(&self) -> impl Future<Output = Result<Box<HallCopy>, MemberFault>> + Send + 'static {
        let (store, folder) = (self.store.clone(), self.folder.clone());
        async move { fetch_copy(&store, &folder).await }
    }
}
