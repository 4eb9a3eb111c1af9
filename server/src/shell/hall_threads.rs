//! Runs the halls of a server, each in a thread of its own.
//!
//! A thread has a runtime for one hall: its hub and the connections of its players. Halls share
//! nothing that a move needs, so they use as many cores as there are halls.

use super::hall::{Hall, HallEnd, HallId, HallServing, hub_queue};
use super::hall_router::{HallReporter, HallRoute, SharedDirectory};
use super::ops;
use super::server_error::ServerError;
use crate::store::StoreError;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tracing::Instrument as _;

/// How far the stop of a server has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Players are served.
    Serving,
    /// Running games go on for the grace period.
    Stopping,
    /// Everything ends at once.
    Ending,
}

/// A hall in its thread.
struct HallThread {
    id: HallId,
    /// Receives how the hall has ended; then only connections are still written.
    ended: oneshot::Receiver<HallEnd>,
    /// Ends the thread when it is dropped.
    release: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

/// The threads of all halls.
pub(super) struct HallThreads {
    threads: Vec<HallThread>,
    stage: watch::Sender<Stage>,
    directory: SharedDirectory,
}

impl HallThreads {
    /// Starts a thread for each hall; `serving` returns what it shares with the server.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub(super) fn start(
        halls: Vec<(HallId, Hall)>,
        directory: &SharedDirectory,
        serving: impl Fn(&HallId) -> HallServing,
    ) -> io::Result<(Self, Vec<HallRoute>)> {
        let stage = watch::Sender::new(Stage::Serving);
        let (mut threads, mut routes) = (Vec::new(), Vec::new());
        for (id, hall) in halls {
            let reporter = HallReporter { directory: directory.clone(), hall: id.place };
            directory.lock().add_tokens(id.place, hall.tokens.iter().copied());
            let serving = HallServing { reporter: Some(reporter), ..serving(&id) };
            let (thread, route) = start_one(id, hall, serving, stage.subscribe())?;
            threads.push(thread);
            routes.push(route);
        }
        Ok((Self { threads, stage, directory: directory.clone() }, routes))
    }

    /// Returns what sets the stage of the stop, for all halls.
    pub(super) fn stage(&self) -> watch::Sender<Stage> {
        self.stage.clone()
    }

    /// Waits until all halls have stopped.
    ///
    /// A hall that is drained leaves the others running. A hall that fails ends them all: whoever
    /// supervises the server then starts it anew.
    pub(super) async fn stopped(&mut self) -> Result<(), ServerError> {
        let mut halls = JoinSet::new();
        for thread in &mut self.threads {
            let (_, none) = oneshot::channel();
            let (ended, place) = (std::mem::replace(&mut thread.ended, none), thread.id.place);
            let name = thread.id.name.clone();
            halls.spawn(async move {
                // the sender is dropped only by a panic, which is written already
                let failed = || StoreError::Failed(format!("the thread of hall {name} has ended"));
                let result = match ended.await {
                    Ok(end) => end.finish().await,
                    Err(_) => Err(failed()),
                };
                (place, name, result)
            });
        }
        let mut first_failure = Ok(());
        while let Some(ended) = halls.join_next().await {
            let (place, name, result) = ended.map_err(io::Error::other)?;
            self.directory.lock().close(place);
            match result {
                Ok(()) => tracing::info!(hall = %name, "the hall has stopped"),
                Err(error) => {
                    tracing::error!(hall = %name, %error, "the hall has failed; all halls stop");
                    self.stage.send_replace(Stage::Ending);
                    if first_failure.is_ok() {
                        first_failure = Err(error.into());
                    }
                }
            }
        }
        first_failure
    }

    /// Ends the threads, with the connections that are still open.
    pub(super) async fn end(self) {
        let joining = tokio::task::spawn_blocking(move || {
            for HallThread { thread, release, .. } in self.threads {
                drop(release);
                // a panic is written already
                let _ = thread.join();
            }
        });
        let _ = joining.await;
    }
}

fn start_one(
    id: HallId,
    hall: Hall,
    serving: HallServing,
    stage: watch::Receiver<Stage>,
) -> io::Result<(HallThread, HallRoute)> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let (to_hub, inbox) = hub_queue();
    let route = HallRoute { to_hub: to_hub.clone(), clock: hall.clock, runtime: runtime.handle().clone() };
    let (end, ended) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let serve = async move {
        let (shutdown, now) = (reached(stage.clone(), Stage::Stopping), reached(stage, Stage::Ending));
        let metrics = Arc::clone(&serving.metrics);
        let measuring = async {
            if metrics.is_enabled() {
                ops::measure_lateness(&metrics).await;
            }
            std::future::pending().await
        };
        let ended = tokio::select! {
            ended = hall.serve(serving, (to_hub, inbox), shutdown, now) => ended,
            ended = measuring => ended,
        };
        // fails only if the server has been dropped
        let _ = end.send(ended);
    };
    let serve = serve.instrument(tracing::error_span!("hall", name = %id.name));
    let thread = std::thread::Builder::new().name(format!("hall {}", id.place)).spawn(move || {
        runtime.block_on(async move {
            // in a task: waking the runtime's main future costs much more than waking a task
            let serving = tokio::spawn(serve);
            // only dropping the sender completes it
            let _ = released.await;
            serving.abort();
        });
    })?;
    Ok((HallThread { id, ended, release, thread }, route))
}

/// Waits until a stage is reached.
async fn reached(mut stages: watch::Receiver<Stage>, stage: Stage) {
    if stages.wait_for(|&now| now >= stage).await.is_err() {
        std::future::pending().await
    }
}
