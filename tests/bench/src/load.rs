//! The load: many pairs of clients, spread over threads.
//!
//! Each thread has its own single-threaded runtime, so that no work moves between threads. A
//! [`Load`] sends commands to all pairs and merges the latencies that they record.

use crate::pacer::{MoveSlot, run_pacer};
use crate::player_pair::{Command, PlayerPair, SharedLoad};
use crate::statistics::LatencyHistogram;
use anyhow::{Context as _, bail};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Pairs set up concurrently.
const CONCURRENT_SETUPS: usize = 64;
/// How much longer than planned a command may take before it fails.
const GRACE: Duration = Duration::from_secs(150);
/// The timeout of the setup of all pairs.
const SETUP_TIMEOUT: Duration = Duration::from_secs(300);

/// What a thread of the load needs to run its pairs.
#[derive(Clone, Debug)]
struct LoadThread {
    shared: Arc<SharedLoad>,
    slots: Arc<Vec<Arc<MoveSlot>>>,
    threads: usize,
    setups: Arc<Semaphore>,
    commands: watch::Receiver<Command>,
    completions: mpsc::UnboundedSender<anyhow::Result<()>>,
}

/// Many pairs that play under common commands.
#[derive(Debug)]
pub struct Load {
    shared: Arc<SharedLoad>,
    slots: Arc<Vec<Arc<MoveSlot>>>,
    histograms: Vec<Arc<Mutex<LatencyHistogram>>>,
    commands: watch::Sender<Command>,
    completions: mpsc::UnboundedReceiver<anyhow::Result<()>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Load {
    /// Sets up `pairs` pairs on `threads` threads.
    ///
    /// # Errors
    /// If a pair fails, or the setup times out.
    pub async fn start(shared: SharedLoad, pairs: usize, threads: usize) -> anyhow::Result<Self> {
        let shared = Arc::new(shared);
        let slots: Arc<Vec<Arc<MoveSlot>>> = Arc::new((0..pairs).map(|_| Arc::default()).collect());
        let (commands, receiver) = watch::channel(Command::Idle);
        let (sender, completions) = mpsc::unbounded_channel();
        let thread_state = LoadThread {
            shared: Arc::clone(&shared),
            slots: Arc::clone(&slots),
            threads,
            setups: Arc::new(Semaphore::new(CONCURRENT_SETUPS)),
            commands: receiver,
            completions: sender,
        };
        let histograms: Vec<Arc<Mutex<LatencyHistogram>>> = (0..threads).map(|_| Arc::default()).collect();
        let threads = histograms.iter().enumerate().map(|(n, latencies)| {
            let (thread_state, latencies) = (thread_state.clone(), Arc::clone(latencies));
            thread::Builder::new().name(format!("load-{n}")).spawn(move || thread_state.run(n, &latencies))
        });
        let threads = threads.collect::<Result<_, _>>()?;
        let mut load = Self { shared, slots, histograms, commands, completions, threads };
        load.wait_for_all(SETUP_TIMEOUT).await.context("setting up the pairs")?;
        Ok(load)
    }

    /// The state that all pairs share.
    #[must_use]
    pub fn shared(&self) -> &SharedLoad {
        &self.shared
    }

    /// Plays for `time`, each move as soon as the last one of the pair has arrived.
    ///
    /// # Errors
    /// If a pair fails or times out.
    pub async fn play_for(&mut self, time: Duration) -> anyhow::Result<LatencyHistogram> {
        self.commands.send_replace(Command::Play(Instant::now() + time));
        self.wait_for_all(time + GRACE).await?;
        Ok(self.take_latencies())
    }

    /// Plays `rate` moves per second for `time`, by one pair after another.
    ///
    /// # Errors
    /// If a pair fails or times out, or a due move does not arrive.
    pub async fn play_at_rate(&mut self, rate: f64, time: Duration) -> anyhow::Result<LatencyHistogram> {
        self.run_command(Command::PlayPaced).await?;
        let slots = Arc::clone(&self.slots);
        let count = tokio::task::spawn_blocking(move || run_pacer(&slots, rate, time)).await??;
        self.run_command(Command::Idle).await?;
        let latencies = self.take_latencies();
        if latencies.count() != count {
            bail!("{count} moves were due, but {} arrived", latencies.count());
        }
        Ok(latencies)
    }

    /// Sends a command to all pairs, waits until each has executed it, and returns how long it took.
    ///
    /// # Errors
    /// If a pair fails or times out.
    pub async fn run_command(&mut self, command: Command) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.commands.send_replace(command);
        self.wait_for_all(GRACE).await?;
        Ok(start.elapsed())
    }

    /// Closes all connections and joins the threads.
    ///
    /// # Errors
    /// If a thread panicked.
    pub fn stop(mut self) -> anyhow::Result<()> {
        self.signal_stop();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                bail!("a thread of the load panicked");
            }
        }
        Ok(())
    }

    fn signal_stop(&self) {
        self.commands.send_replace(Command::Stop);
    }

    async fn wait_for_all(&mut self, time: Duration) -> anyhow::Result<()> {
        let all = async {
            for _ in 0..self.slots.len() {
                self.completions.recv().await.context("the threads of the load have ended")??;
            }
            Ok(())
        };
        timeout(time, all).await.context("the pairs timed out")?
    }

    fn take_latencies(&self) -> LatencyHistogram {
        let mut all = LatencyHistogram::default();
        for latencies in &self.histograms {
            all.merge(&std::mem::take(&mut *latencies.lock().unwrap_or_else(PoisonError::into_inner)));
        }
        all
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.signal_stop();
    }
}

impl LoadThread {
    fn run(self, n: usize, latencies: &Arc<Mutex<LatencyHistogram>>) {
        let Ok(runtime) = runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let mut pairs = JoinSet::new();
            for number in (n..self.slots.len()).step_by(self.threads) {
                pairs.spawn(self.clone().run_pair(number, Arc::clone(latencies)));
            }
            drop(self);
            pairs.join_all().await;
        });
    }

    async fn run_pair(self, number: usize, latencies: Arc<Mutex<LatencyHistogram>>) {
        let Self { shared, slots, setups, commands, completions, .. } = self;
        let result = async {
            let admitted = setups.acquire().await;
            let pair = PlayerPair::start(shared, number, Arc::clone(&slots[number]), latencies).await?;
            drop(admitted);
            // the receiver is gone only when the load has been dropped
            pair.run(commands, || drop(completions.send(Ok(())))).await
        };
        if let Err(error) = result.await {
            let _ = completions.send(Err(error));
        }
    }
}
