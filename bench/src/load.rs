//! The load: many pairs, spread over threads, each with a runtime of its own; nobody takes
//! another's work. Here they are told what to do, and what they counted is put together.

use crate::figures::Tally;
use crate::pace::{Slot, pace};
use crate::pair::{Command, Common, Pair};
use anyhow::{Context as _, bail};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// So many pairs are set up at a time.
const AT_ONCE: usize = 64;
/// Whatever takes longer than it may by so much never ends.
const PATIENCE: Duration = Duration::from_secs(150);
/// Until all are set up.
const SET_UP_TIME: Duration = Duration::from_secs(300);

/// What a thread needs.
#[derive(Clone, Debug)]
struct Share {
    common: Arc<Common>,
    slots: Arc<Vec<Arc<Slot>>>,
    threads: usize,
    door: Arc<Semaphore>,
    commands: watch::Receiver<Command>,
    reports: mpsc::UnboundedSender<anyhow::Result<()>>,
}

/// Many pairs that play.
#[derive(Debug)]
pub struct Load {
    common: Arc<Common>,
    slots: Arc<Vec<Arc<Slot>>>,
    tallies: Vec<Arc<Mutex<Tally>>>,
    commands: watch::Sender<Command>,
    reports: mpsc::UnboundedReceiver<anyhow::Result<()>>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Load {
    /// Sets so many pairs up.
    ///
    /// # Errors
    /// If not all come to be.
    pub async fn start(common: Common, pairs: usize, threads: usize) -> anyhow::Result<Self> {
        let common = Arc::new(common);
        let slots: Arc<Vec<Arc<Slot>>> = Arc::new((0..pairs).map(|_| Arc::default()).collect());
        let (commands, receiver) = watch::channel(Command::Rest);
        let (sender, reports) = mpsc::unbounded_channel();
        let share = Share {
            common: Arc::clone(&common),
            slots: Arc::clone(&slots),
            threads,
            door: Arc::new(Semaphore::new(AT_ONCE)),
            commands: receiver,
            reports: sender,
        };
        let tallies: Vec<Arc<Mutex<Tally>>> = (0..threads).map(|_| Arc::default()).collect();
        let threads = tallies.iter().enumerate().map(|(n, tally)| {
            let (share, tally) = (share.clone(), Arc::clone(tally));
            thread::Builder::new().name(format!("load-{n}")).spawn(move || share.run(n, &tally))
        });
        let threads = threads.collect::<Result<_, _>>()?;
        let mut load = Self { common, slots, tallies, commands, reports, threads };
        load.all_done(SET_UP_TIME).await.context("setting up")?;
        Ok(load)
    }

    /// Where the server listens, and the rest that the pairs have in common.
    #[must_use]
    pub fn common(&self) -> &Common {
        &self.common
    }

    /// Lets all play as fast as they are answered.
    ///
    /// # Errors
    /// If anything is not as it is to be.
    pub async fn play(&mut self, time: Duration) -> anyhow::Result<Tally> {
        self.commands.send_replace(Command::Play(Instant::now() + time));
        self.all_done(time + PATIENCE).await?;
        Ok(self.take_tally())
    }

    /// Lets so many moves be made in a second, by one pair after another.
    ///
    /// # Errors
    /// If anything is not as it is to be.
    pub async fn pace(&mut self, rate: f64, time: Duration) -> anyhow::Result<Tally> {
        self.tell(Command::Pace).await?;
        let slots = Arc::clone(&self.slots);
        let count = tokio::task::spawn_blocking(move || pace(&slots, rate, time)).await??;
        self.tell(Command::Rest).await?;
        let tally = self.take_tally();
        if tally.count() != count {
            bail!("{count} moves were due, and {} arrived", tally.count());
        }
        Ok(tally)
    }

    /// Tells all pairs something, and waits until each has done it; returns how long it took.
    ///
    /// # Errors
    /// If anything is not as it is to be.
    pub async fn tell(&mut self, command: Command) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.commands.send_replace(command);
        self.all_done(PATIENCE).await?;
        Ok(start.elapsed())
    }

    /// Ends all connections.
    ///
    /// # Errors
    /// If a thread panicked.
    pub fn end(mut self) -> anyhow::Result<()> {
        self.stop();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                bail!("a thread of the load panicked");
            }
        }
        Ok(())
    }

    fn stop(&self) {
        self.commands.send_replace(Command::End);
    }

    async fn all_done(&mut self, time: Duration) -> anyhow::Result<()> {
        let all = async {
            for _ in 0..self.slots.len() {
                self.reports.recv().await.context("the load has ended")??;
            }
            Ok(())
        };
        timeout(time, all).await.context("it takes too long")?
    }

    fn take_tally(&self) -> Tally {
        let mut all = Tally::default();
        for tally in &self.tallies {
            all.merge(&std::mem::take(&mut *tally.lock().unwrap_or_else(PoisonError::into_inner)));
        }
        all
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Share {
    fn run(self, n: usize, tally: &Arc<Mutex<Tally>>) {
        let Ok(runtime) = runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let mut pairs = JoinSet::new();
            for number in (n..self.slots.len()).step_by(self.threads) {
                pairs.spawn(self.clone().live(number, Arc::clone(tally)));
            }
            drop(self);
            pairs.join_all().await;
        });
    }

    async fn live(self, number: usize, tally: Arc<Mutex<Tally>>) {
        let Self { common, slots, door, commands, reports, .. } = self;
        let lived = async {
            let admitted = door.acquire().await;
            let pair = Pair::begin(common, number, Arc::clone(&slots[number]), tally).await?;
            drop(admitted);
            // if nobody listens any more, the load has ended
            pair.live(commands, || drop(reports.send(Ok(())))).await
        };
        if let Err(error) = lived.await {
            let _ = reports.send(Err(error));
        }
    }
}
